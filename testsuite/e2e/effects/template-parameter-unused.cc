// effect: reduce-class-template-param
// passes: template-parameter-unused
// keep: x
// expect: template <class T> struct A { T t; }; A<int> x;
template <class T, class U = char, int N = 3> struct A { T t; };
A<int, long> x;
