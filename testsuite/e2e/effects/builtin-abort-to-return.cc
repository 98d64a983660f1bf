// effect: a failing if of main in C++ to what is returned
// passes: call-to-return
// keep: main.*a
// expect: int a; int main() { return a; }
int a;
int main() { if (a) __builtin_abort( ); }
