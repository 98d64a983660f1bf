// effect: an unused parameter of a function that is called by a pointer
// passes: unused-pointed-parameter
// keep: p[(]
// expect: int f(int b) { return b; } int (*p)(int) = f;
// expect: int g() { return p(2); }
int f(int a, int b) { return b; }
int (*p)(int, int) = f;
int g() { return p(1, 2); }
