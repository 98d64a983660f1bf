// effect: a parameter pack to one parameter
// passes: pack-to-one
// keep: x
// expect: template <class T> int f(T a) { return (a); } int x = f<int>(1);
template <class... T> int f(T... a) { return (a + ...); }
int x = f<int>(1);
