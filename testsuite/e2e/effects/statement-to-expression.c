// effect: return e to e; initialiser, condition to a statement
// passes: statement-to-expression
// keep: g\(1\)
// keep: g\(2\)
// keep: g\(3\)
// expect: int g(int); int f(void) { g(1); g(2); g(3); }
int g(int);
int f(void) { int b = g(1); if (g(2)) b; return g(3); }
