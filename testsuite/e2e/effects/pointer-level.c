// effect: reduce-pointer-level, reduce-pointer-pairs, remove-addr-taken
// passes: pointer-level
// keep: int a
// expect: int a, b, c; f() { b = a; c = b; return c; }
int a, *b, **c;
f() { b = &a; c = &b; return **c; }
