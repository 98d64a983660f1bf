// effect: declaration merged with the first assignment
// passes: assignment-joined
// keep: b
// keep: g\(1\)
// keep: g\(2\)
// expect: int g(int); void f(void) { int b = g(1); for (int i = g(2);;); }
int g(int);
void f(void) { int b; int i; b = g(1); for (i = g(2);;); }
