// effect: an enumeration of a class, and its constants
// passes: enum-to-int
// keep: x
// keep: g
// expect: struct B { int x; }; template <int> struct C; C<2> *y; int f(int); int g;
struct B {
  enum class A : char { a, b = 2 };
  A x;
};
template <B::A> struct C;
C<B::A::b> *y;
enum D { d };
int f(enum D);
enum class E : int;
enum class E : int { e };
E g;
