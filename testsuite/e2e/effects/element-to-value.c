// effect: element of an array to the value that it is declared with
// passes: element-to-value
// keep: return
// expect: int a[] = {3, 7}; f() { return 7; }
int a[] = {3, 7}; f() { return a[1]; }
