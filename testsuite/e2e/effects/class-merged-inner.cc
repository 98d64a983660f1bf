// effect: a class to members of the class that holds it
// passes: class-merged
// keep: g
// expect: struct A { A *f(); int b; int a; }; int g(A *p) { return p->b; }
struct A {
  struct B { B *f(); int b; };
  int a;
};
int g(A::B *p) { return p->b; }
