// effect: a function or variable that mentions an instance of a class template to an object of it
// passes: mention-to-object
// keep: B<char>
// keep: A<int ?[*]>
// keep: A<long>
// expect: namespace N { template <class T> struct A { T *b; }; } template <class T> struct B { T c; }; B<char> f; N::A<int *> d; N::A<long> a;
namespace N { template <class T> struct A { T *b; }; }
template <class T> struct B { T c; };
int f(N::A<int> *p) { B<char> c; return c.c + *p->b + sizeof(B<char>); }
long d = sizeof(N::A<int *>);
int main() { N::A<long> x; return 1; }
