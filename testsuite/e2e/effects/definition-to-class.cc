// effect: a member's definition into its class
// passes: definition-to-class
// keep: return 1
// expect: template <class T> struct A { A() {} static int f(T a) { return 1; } };
template <class T> struct A { A(); static int f(T); };
template <class T> A<T>::A() {}
template <class T> int A<T>::f(T a) { return 1; }
