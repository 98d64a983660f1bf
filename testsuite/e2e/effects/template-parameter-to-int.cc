// effect: instantiate-template-type-param-to-int, template-arg-to-int, template-non-type-arg-to-int
// passes: template-parameter-to-int
// keep: f
// expect: int f(int a) { return a + 0; } int x = f(1);
template <class T, int N> T f(T a) { return a + N; }
int x = f<char, 2>(1);
