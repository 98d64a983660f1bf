// effect: replace-derived-class, replace-class-with-base-template-spec
// passes: derived-to-base
// keep: d
// keep: f
// expect: struct A { int f(); }; A d; int x = d.f();
struct A { int f(); };
struct B : A { B() {} };
B d;
int x = d.f();
