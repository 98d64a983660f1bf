// effect: a class to int
// passes: class-to-int
// keep: x
// expect: int x(int *);
template <class T> struct A { A(); };
template <class T> A<T>::A() {}
A<int> x(A<char> *);
