// effect: clex define
// passes: macro-inlined
// keep: int f
// expect: int f(int a) { return (a * 2) + 5; }
#define TWICE(x) (x * 2)
#define FIVE 5
int f(int a) { return TWICE(a) + FIVE; }
