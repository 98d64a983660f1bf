// effect: reduce-array-size
// passes: array-size
// keep: a\[3\]
// expect: int a[4]; f() { return a[3]; }
int a[4000];
f() { return a[3]; }
