// effect: simplify-struct-union-decl
// passes: class-to-use
// keep: int b
// expect: struct { int b; } a; int f() { return a.b; }
struct s { int b; };
s a;
int f() { return a.b; }
