// effect: a variable with several uses replaced by a value of several tokens
// passes: variable-to-value
// keep: 2
// expect: void f(int); int main(void) { f(-2); f(-2); }
void f(int);
int main(void) { int x = -2; f(x); f(x); }
