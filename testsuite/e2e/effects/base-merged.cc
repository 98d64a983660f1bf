// effect: merge-base-class
// passes: base-merged
// keep: f
// keep: C
// expect: struct C { int f(); }; int g(C *p) { return p->f(); }
struct A { int f(); };
struct C : A {};
int g(A *p) { return p->f(); }
