// effect: a condition times a number to the condition
// passes: conditional-to-condition
// keep: a > b
// expect: int f(int a, int b) { return (a > b) - 1; }
int f(int a, int b) { return (a > b ? 3 : 0) - 3; }
