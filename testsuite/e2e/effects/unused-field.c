// effect: remove-unused-field
// passes: unused-field
// keep: return x.a
// expect: struct s { int a; } x = { 1 }; int f(void) { return x.a; }
struct s { int a, b; int c; } x = { 1, 2, 3 };
int f(void) { return x.a; }
