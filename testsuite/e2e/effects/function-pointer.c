// effect: function pointer to plain function
// passes: function-pointer
// keep: g\(1\)
// expect: int f(); int g(int); int h() { return g(1); }
int f();
int (*g)(int) = f;
int h() { return g(1); }
