// effect: value of an assignment into the next statement
// passes: assignment-moved
// keep: 5 -
// keep: 4
// keep: \?
// expect: int f(int q) { return 5 - (q + 4); } int g(int q, int *p) { return q ? *p : 7; }
int f(int q) { q += 4; q = 5 - q; return q; }
int g(int q, int *p) { q = q ? *p : 7; return q; }
