// effect: a function or variable that mentions an instance of a class template to an object of it or an explicit instantiation
// passes: mention-to-object
// keep: B<char>
// keep: A<int ?[*]>
// keep: A<long>
// keep: D<short>
// keep: struct E<long>|e[.]h
// flags: -fpermissive
// expect: namespace N { template <class T> struct A { T *b; }; } template <class T> struct B { T c; }; B<char> f; N::A<int *> d; N::A<long> a; template <class T> struct D { T *b = 1; }; D<short> e; template <class T> struct E { T h() { return 1; } }; template struct E<long>;
namespace N { template <class T> struct A { T *b; }; }
template <class T> struct B { T c; };
int f(N::A<int> *p) { B<char> c; return c.c + *p->b + sizeof(B<char>); }
long d = sizeof(N::A<int *>);
int main() { N::A<long> x; return 1; }
template <class T> struct D { T *b = 1; };
short e = sizeof(D<short>());
template <class T> struct E { T h() { return 1; } };
int g() { E<long> e; return e.h(); }
