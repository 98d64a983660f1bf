// effect: assignment to its right side
// passes: prune-typed,hoist-typed,elements
// keep: g\(2\)
// expect: f() { g(2); }
int b;
int g(int);
void f(void) { b = g(2); }
