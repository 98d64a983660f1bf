// effect: a[0] to *a
// passes: subscript-to-star
// keep: [*]a|a\[
// expect: int a[2]; int f(void) { return *a; }
int a[2];
int f(void) { return a[0]; }
