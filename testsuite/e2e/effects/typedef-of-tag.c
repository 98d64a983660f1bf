// effect: simplify-struct-union-decl (a typedef's)
// passes: typedef-to-type
// keep: int b
// expect: struct { int b; } a; f() { return a.b; }
typedef struct { int b; } T;
T a;
f() { return a.b; }
