// effect: class-to-struct
// passes: class-to-struct
// keep: x
// expect: class B {}; struct A : B { int x; }; int y = sizeof(A);
class B {};
class A : public B { protected: int x; };
int y = sizeof(A);
