// effect: identifiers unified
// passes: unify-variables
// keep: return
// expect: int a; int f(void) { return a - a; }
int a;
int f(void) { int b = 2; return a - b; }
