// effect: ifs with the same jump joined
// passes: ifs-joined
// keep: b
// keep: > 3
// keep: return 2
// expect: int b; int f(void) { if (b || b > 3) return 2; return b; }
int b;
int f(void) { if (b) return 2; if (b > 3) return 2; return b; }
