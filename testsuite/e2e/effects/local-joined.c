// effect: local variable to a declaration of its type
// passes: local-joined
// keep: struct s
// keep: x.a
// expect: struct s { int a; } x; f() { return x.a; }
struct s { int a; };
f() { struct s x; return x.a; }
