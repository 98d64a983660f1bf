// effect: reduce-array-dim
// passes: bounds-to-product
// keep: f\(a\)
// expect: int a[24]; g() { f(a); }
int a[2][3][4];
g() { f(a); }
