// effect: declaration moved into for
// passes: declared-in-for
// keep: g\(1\)
// expect: int g(int); void f(void) { for (int i = g(1); i; i--); }
int g(int);
void f(void) { int i; for (i = g(1); i; i--); }
