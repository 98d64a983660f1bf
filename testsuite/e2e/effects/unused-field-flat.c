// effect: an unused field with its values where no inner braces are
// passes: unused-field
// keep: return x[[]1].a
// expect: struct s { int a[2]; } x[] = { 1, 2, 5, 6 }; int f(void) { return x[1].a[0]; }
struct s { int a[2], b, *c; } x[] = { 1, 2, 3, 0, 5, 6, 7, 0 };
int f(void) { return x[1].a[0]; }
