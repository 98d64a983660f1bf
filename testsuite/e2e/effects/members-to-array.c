// effect: members that are alike
// passes: members-to-array
// keep: return
// expect: struct { int a[5]; } x; union { char *d; } y;
// expect: f() { return x.a[3] + *y.d; }
struct { int a, b, c; int d, e; } x;
union { char *d, *e; } y;
f() { return x.d + *y.e; }
