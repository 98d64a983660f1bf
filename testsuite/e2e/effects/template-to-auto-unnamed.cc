// effect: a function template without uses of its parameter to an auto parameter
// passes: template-parameter-to-auto
// keep: f
// keep: g
// keep: h
// expect: int f(auto) { return 0; } int g(int, auto) { return 0; } template int f(int); int h = f(int()) + g(1, long()); auto i = f<int>;
template <class> int f() { return 0; }
template <class T> int g(int) { return 0; }
template int f<int>();
int h = f<int>() + g<long>(1);
auto i = f<int>;
