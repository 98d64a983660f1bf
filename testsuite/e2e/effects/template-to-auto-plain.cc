// effect: a function template of one type to an auto parameter
// passes: template-parameter-to-auto
// keep: f
// expect: int f(int a, char, auto) { char b; return a; } int c = f(1, 2, char());
template <class T> int f(int a, T) { T b; return a; }
int c = f<char>(1, 2);
