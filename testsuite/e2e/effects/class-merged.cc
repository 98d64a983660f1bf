// effect: two classes that have nothing to do with each other to one
// passes: class-merged
// keep: g
// keep: h
// expect: struct B { int a; int f(); int b; }; int g(B *p) { return p->a; } int h(B *p) { return p->b; }
struct A { int a; int f(); };
struct B { int b; };
int g(A *p) { return p->a; }
int h(B *p) { return p->b; }
