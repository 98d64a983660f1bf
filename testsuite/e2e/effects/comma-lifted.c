// effect: simplify-comma-expr
// passes: comma-lifted
// keep: g[(][)]
// keep: return
// expect: int f(int a) { g(); return a; }
int f(int a) { return (g(), a); }
