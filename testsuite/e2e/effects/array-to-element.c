// effect: remove-array, reduce-array-dim
// passes: array-to-element
// keep: b
// expect: int a = 1; f(int b) { return a + b; }
int a[2][3] = { { 1, 2 }, { 3 } };
f(int b) { return a[1][b] + b; }
