// effect: difference from a number that is returned to a negation
// passes: comparison-to-not
// keep: return .*b
// expect: int g(int *b) { return !*b; }
int g(int *b) { return *b - 3; }
