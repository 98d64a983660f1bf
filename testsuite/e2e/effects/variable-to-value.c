// effect: copy-propagation
// passes: variable-to-value
// keep: return.*[+] 1
// expect: int f(int p) { return p + 1 + p; }
int f(int p) { int x = p, y; y = x; return x + 1 + y; }
