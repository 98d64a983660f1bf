// effect: comparison with a number to a negation
// passes: comparison-to-not
// keep: return .*b
// keep: if .*g\(b\)
// expect: int g(int b) { return -!b; } void f(int b) { if (~g(b)) g(0); }
int g(int b) { return -(b == 0); }
void f(int b) { if (g(b) != -1) g(0); }
