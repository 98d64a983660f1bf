// effect: declaration merged with a first increment
// passes: increment-to-initializer
// keep: return a
// expect: int a = 1; f() { return a; }
int a; f() { a++; return a; }
