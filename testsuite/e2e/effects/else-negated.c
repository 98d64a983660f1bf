// effect: an empty branch before else, negated
// passes: else-to-then
// keep: 2[)] ;|<
// expect: int f(int a) { if (a < 2) return 1; return 2; }
int f(int a) { if (a >= 2) ; else return 1; return 2; }
