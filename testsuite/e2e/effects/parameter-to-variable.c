// effect: identifiers unified (a parameter with a variable)
// passes: parameter-to-variable
// keep: f
// expect: int v; int f() { return -v; } int g(void) { return f(); }
int v;
int f(int a) { return -a; }
int g(void) { return f(1); }
