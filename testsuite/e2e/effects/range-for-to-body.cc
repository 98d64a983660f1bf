// effect: a range-based for to its body
// passes: hoist-typed
// keep: g\(\);.*g\(\)
// expect: int g(); void f() { int a; g(); }
int g();
void f() { int a[2]; for (int x : a) g(); }
