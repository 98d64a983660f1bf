// effect: a parameter pack to none
// passes: pack-to-none
// keep: x
// expect: template <class A> int f(A) { return f(1); } int x = f(1);
template <class A, class... T> int f(A, T... a) { return f(1, a...); }
int x = f(1);
