// effect: aggregate-to-scalar
// passes: fields-to-variables
// keep: f
// expect: struct s { int a; char b; }; int a; char b; int f(void) { return a - b; }
struct s { int a; char b; };
struct s xyz;
int f(void) { return xyz.a - xyz.b; }
