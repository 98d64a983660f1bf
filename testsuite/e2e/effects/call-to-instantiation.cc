// effect: a call of a function template to an instantiation
// passes: call-to-instantiation
// keep: f
// keep: g
// expect: struct A { }; template <class T> int f(T, T *) { return 0; } template int f(A, A *); template int f<int>(int, int *); namespace N { template <class T> int g(T) { return 0; } } template int N::g(int);
struct A {};
template <class T> int f(T, T *) { return 0; }
void some_long_name(A b) { f(b, &b); }
void other() { f<int>(0, (int *)0); }
namespace N { template <class T> int g(T) { return 0; } }
void another() { N::g(1); }
