// effect: member-to-global, simplify-nested-class, remove-unused-outer-class
// passes: member-to-global
// keep: f
// keep: I
// expect: int f(); struct I { int a; }; int x = f(); I y;
struct A { static int f(); struct I { int a; }; };
int x = A::f();
A::I y;
