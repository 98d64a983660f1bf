// effect: simplify-struct-union-decl
// passes: tag-to-use
// keep: int b
// expect: struct { int b; } a; f() { return a.b; }
struct s { int b; };
struct s a;
f() { return a.b; }
