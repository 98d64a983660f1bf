// effect: a choice of two numbers to its condition
// passes: conditional-to-condition
// keep: a > b
// expect: int f(int a, int b) { return (a > b) - 1; }
int f(int a, int b) { return (a > b ? 3 : 2) - 3; }
