// effect: a template behind the class that is its argument
// passes: template-parameter-to-argument
// keep: x
// expect: struct B { int y; }; struct A { A(); B x[1]; }; template <int> struct C { A z; };
template <class T> struct A {
  A();
  T x[1];
};
struct B {
  int y;
};
template <int> struct C {
  A<B> z;
};
