// effect: identifier unified with another of its type
// passes: variable-merged
// keep: return p [+]
// expect: int f(int p) { return p + p; }
int f(int p) { int x = 1; return p + x; }
