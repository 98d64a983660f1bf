int main(void) { __builtin_abort(); }
