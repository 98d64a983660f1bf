// effect: remove-addr-taken
// passes: prune-typed
// keep: int a
// keep: f\([&]?a
// keep: f\(int \*b\)
// expect: int a; f(int *b) { f(a); }
int a;
f(int *b) { f(&a); }
