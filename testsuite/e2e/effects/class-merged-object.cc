// effect: a class without a name to members of another one
// passes: class-merged
// keep: g
// expect: struct A { int a; int b; }; A x; int g(A *p) { return p->a + x.b; }
struct A { int a; };
struct { int b; } x;
int g(A *p) { return p->a + x.b; }
