// effect: remove-unused-field
// passes: field-to-value
// keep: struct s [{] int
// keep: x.a -
// expect: struct s { int a; } x; int f(void) { return x.a - 0; }
struct s { int a; char b; } x;
int f(void) { return x.a - x.b; }
