// effect: a call within an expression to the function's body
// passes: inline
// keep: return -
// expect: int x; int g(void) { x++; return -x; }
int x;
int f(void) { x++; return x; }
int g(void) { return -f(); }
