// effect: value of an assignment into the next statement
// passes: assignment-moved
// keep: 5 -
// keep: 4
// expect: int f(int q) { return 5 - (q + 4); }
int f(int q) { q += 4; q = 5 - q; return q; }
