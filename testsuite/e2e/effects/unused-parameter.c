// effect: unused symbols all at once (parameters)
// passes: unused-parameter
// keep: return b
// expect: int f(int b) { return b; } int g(void) { return f(2); }
int f(int a, int b, int c) { return b; }
int g(void) { return f(1, 2, 3); }
