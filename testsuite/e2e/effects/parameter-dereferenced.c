// effect: parameter removed, what it points to becomes a value
// passes: parameter-to-value
// keep: return.*f
// expect: struct s { int i; }; int f() { return 0 + 0; } int g(void) { return f(); }
struct s { int i; };
int f(struct s *a) { return a->i + (*a).i; }
int g(void) { return f(0); }
