// effect: param-to-global
// passes: parameter-to-global
// keep: f
// expect: a; int f() { return -a; } int g(void) { return f(); }
int f(int a) { return -a; }
int g(void) { return f(1); }
