// effect: simplify-recursive-template-instantiation
// passes: hoist-typed
// keep: A<
// expect: template <class T> struct A {}; A<int> x;
template <class T> struct A {};
A<A<A<int>>> x;
