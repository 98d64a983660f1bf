// effect: parameter that always has the same value to that value
// passes: parameter-to-constant
// keep: f
// keep: 67
// expect: int f(int b) { return 67 * b; } int g(int c) { return f(c) + f(1); }
int f(int a, int b) { return a * b; }
int g(int c) { return f(67, c) + f(67, 1); }
