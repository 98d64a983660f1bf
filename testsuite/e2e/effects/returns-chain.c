// effect: three returns to one
// passes: returns-joined
// keep: b > 3
// keep: b < 2
// keep: 7
// expect: int b; int f(void) { return b > 3 ? 2 : b < 2 ? 7 : b; }
int b;
int f(void) { if (b > 3) return 2; if (b < 2) return 7; return b; }
