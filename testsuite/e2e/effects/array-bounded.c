// effect: bound of an array from its elements
// passes: array-bounded
// keep: a\[[]4]
// expect: int a[4] = {1}; f() { return a[3]; }
int a[] = {1, 2, 3, 4};
f() { return a[3]; }
