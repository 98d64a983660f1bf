// effect: an enumeration of a class, and its constants
// passes: enum-to-int
// keep: x
// expect: struct B { int x; }; template <int> struct C; C<2> *y; int f(int);
struct B {
  enum class A : char { a, b = 2 };
  A x;
};
template <B::A> struct C;
C<B::A::b> *y;
enum D { d };
int f(enum D);
