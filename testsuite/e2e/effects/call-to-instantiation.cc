// effect: a call of a function template to an instantiation
// passes: call-to-instantiation
// keep: f
// keep: g
// keep: h
// expect: struct A { }; template <class T> int f(T, T *) { return 0; } template int f(A, A *); template int f<int>(int, int *); namespace N { template <class T> int g(T) { return 0; } } template int N::g(int); template <class T> struct B { template <class U> auto h(U, T) const { return 0; } }; template auto B<A>::h(int, A) const;
struct A {};
template <class T> int f(T, T *) { return 0; }
void some_long_name(A b) { f(b, &b); }
void other() { f<int>(0, (int *)0); }
namespace N { template <class T> int g(T) { return 0; } }
void another() { N::g(1); }
template <class T> struct B { template <class U> auto h(U, T) const { return 0; } };
void last() { B<A> b; if (1) for (;;) b.h(1, A()); }
