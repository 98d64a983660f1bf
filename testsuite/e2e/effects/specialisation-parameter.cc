// effect: instantiate-template-param
// passes: template-parameter-to-argument
// keep: <int.*> a
// expect: struct V { V(int); }; template <class, class = int> struct A {}; template <class T> struct A<T, decltype(V(T()))>; A<int> a;
struct V { V(int); };
template <class, class, class = int> struct A {};
template <class T, class U> struct A<T, U, decltype(U(T()))>;
A<int, V> a;
