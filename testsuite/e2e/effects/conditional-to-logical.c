// effect: ternary to a logical operator
// passes: conditional-to-logical
// keep: a .*b
// expect: int a, b, c; int f(void) { return a && b; }
int a, b, c;
int f(void) { return a ? b : c; }
