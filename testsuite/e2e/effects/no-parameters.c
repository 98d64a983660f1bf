// effect: all parameters of a function
// passes: no-parameters
// keep: f
// expect: int f() { return 0 - 0; } int g(void) { return f(); }
int f(int a, int b) { return a - b; }
int g(void) { return f(1, 2); }
