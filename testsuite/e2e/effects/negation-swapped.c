// effect: branches of a negated condition swapped
// passes: negation-swapped
// keep: [?]
// expect: int a, b, c; int f(void) { return a ? c : b; }
int a, b, c;
int f(void) { return !a ? b : c; }
