// effect: two returns to one
// passes: returns-joined
// keep: b > 3
// keep: 2
// keep: 7
// expect: int b; int f(void) { return b > 3 ? 2 : 7; }
int b;
int f(void) { if (b > 3) return 2; return 7; }
