// effect: parameter removed with its arguments, uses to a phrase
// passes: parameter-to-value
// keep: f
// expect: int f() { return -0; } int g(void) { return f(); }
int f(int a) { return -a; }
int g(void) { return f(1); }
