// effect: an object with one use to a temporary
// passes: object-to-temporary
// keep: x
// keep: y
// keep: z
// keep: w
// expect: template <class T> struct A { T b[2]; }; int x() { return *A<int>{}.b; } int y() { return A<int>().b[1]; } int f(A<int>); int z = f(A<int>()); namespace N { } int w = f(A<int>());
template <class T> struct A {
  T b[2];
};
int x() {
  A<int> a{};
  return *a.b;
}
int y() {
  A<int> a;
  return a.b[1];
}
int f(A<int>);
A<int> g;
int z = f(g);
namespace N { A<int> h; }
int w = f(N::h);
