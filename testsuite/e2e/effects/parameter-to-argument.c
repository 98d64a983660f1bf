// effect: parameter to its argument
// passes: parameter-to-constant
// keep: f
// keep: a \+ 6
// expect: int a; int f() { return !(a + 6); } int g(void) { return f(); }
int a;
int f(int b) { return !b; }
int g(void) { return f(a + 6); }
