// effect: callexpr-to-value
// passes: symbol-uses
// keep: int f\(int p\)
// expect: int f(int p) { p = 0; return 0; }
typedef unsigned long T;
int v;
int g(int a);
int f(int p) {
  T t = 2;
  p = g(v);
  t = t + 1;
  return v;
}
