// effect: statement expression to statements
// passes: statement-expression
// keep: g\(1\)
// keep: g\(2\)
// expect: int g(int); int f(void) { g(1); return g(2) + 3; }
int g(int);
int f(void) { return ({ g(1); g(2); }) + 3; }
