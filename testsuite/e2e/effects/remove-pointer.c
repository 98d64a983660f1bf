// effect: remove-pointer
// passes: pointer-level
// keep: int [*]?a
// expect: int a; f() { return a == 0; }
int *a;
f() { return a == 0; }
