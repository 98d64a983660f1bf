// effect: a range-based for to its variable and its body
// passes: range-straight
// keep: g\(.*g\(x\)
// expect: int g(int); void f(int *a) { int b[2]; auto x = *b; g(x); }
int g(int);
void f(int *a) { int b[2]; for (auto x : b) { g(x); } }
