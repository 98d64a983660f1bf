// effect: simplify-dependent-typedef, replace-dependent-name
// passes: alias-to-type
// keep: x
// expect: template <class T> struct A { }; template <class T> int f(T); A<int> y; int x;
template <class T> struct A { using type = int; };
template <class T> typename A<T>::type f(T);
A<int> y;
A<int>::type x;
