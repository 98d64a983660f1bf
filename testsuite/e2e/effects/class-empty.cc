// effect: classes without their members, in or out of them
// passes: class-empty
// keep: p
// expect: struct A {}; A *p;
struct A { void f(); int a; };
void A::f() {}
A *p;
