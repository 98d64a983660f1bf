// effect: reduce-array-size
// passes: constant-one
// keep: int a\[[4-9]
// expect: int a[4]; f() { return a[3]; }
int a[4000];
f() { return a[3]; }
