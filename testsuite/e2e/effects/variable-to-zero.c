// effect: variable to 0
// passes: variable-to-zero
// keep: return .* [*] 
// expect: int f(void) { 1; return 0 * 0; }
int f(void) { int x; x = 1; return x * x; }
