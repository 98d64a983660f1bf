// effect: reduce-array-dim
// passes: array-dimension
// keep: a\[
// expect: int a[2]; f(int b) { return a[b]; }
int a[2][3][4];
f(int b) { return a[b][1][2]; }
