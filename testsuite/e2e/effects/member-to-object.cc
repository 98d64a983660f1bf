// effect: a member of a template's instance to an object; an assertion about one to an instantiation
// passes: member-to-object
// keep: B
// keep: a
// keep: A<long>
// expect: template <class T> struct A { static const int b = 1; using c = T; }; A<int> a; A<char> B; template struct A<long>;
template <class T> struct A {
  static const int b = 1;
  using c = T;
};
int a = A<int>::b;
using B = A<char>::c;
static_assert(A<long>::b);
