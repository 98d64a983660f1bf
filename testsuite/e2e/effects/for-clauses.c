// effect: clauses of for one by one
// passes: prune-typed,hoist-typed,elements
// keep: for.*g\(2\)
// expect: f() { for (; g(2);); }
int g(int);
void f(void) { for (g(1); g(2); g(3)) g(4); }
