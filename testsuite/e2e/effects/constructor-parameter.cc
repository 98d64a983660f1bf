// effect: a constructor's parameter without uses dropped with its arguments
// passes: constructor-parameter
// keep: A<int>
// keep: S f
// keep: D\(
// expect: template <class T> struct A { A(int i); int a; }; template <class T> A<T>::A(int i) : a(i) { } struct S { S() { } S(const S &); }; template <class T> struct B : A<T> { B() : A<T>(2) { } B(B &&); }; struct D { template <class... T> D() { } }; S f(int); void g() { S s; S t{}; A<int> a(1); new B<S>(); S(); D(), D(); }
template <class T> struct A { A(int i, T); int a; };
template <class T> A<T>::A(int i, T t) : a(i) { }
struct S { S(int a) { } S(const S &); };
template <class T> struct B : A<T> { B(int x) : A<T>(2, 'x') { } B(B &&); };
struct D { template <class... T> D(T...) { } };
S f(int);
void g() { S s(1); S t{2}; A<int> a(1, 2); new B<S>(3); S(3); D(1, 2), D(); }
