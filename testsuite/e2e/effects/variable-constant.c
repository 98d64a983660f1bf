// effect: variable replaced by the constant that it holds
// passes: variable-to-value
// keep: return.*[+].*[*]
// expect: int f(void) { return 3 + 3 * 4; }
int f(void) { int x = 3; int y; y = 4; return x + x * y; }
