// effect: param-to-local
// passes: parameter-to-local
// keep: f
// expect: int f() { unsigned a; return -a; } int g(void) { return f(); }
int f(unsigned a) { return -a; }
int g(void) { return f(1 + 2); }
