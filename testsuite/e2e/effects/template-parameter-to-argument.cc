// effect: instantiate-template-param, class-template-to-class
// passes: template-parameter-to-argument
// keep: x
// expect: struct A { char t; char f(); }; char A::f() { return t; } A x;
template <class T> struct A { T t; T f(); };
template <class T> T A<T>::f() { return t; }
A<char> x;
