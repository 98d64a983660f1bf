// effect: a function to its statements at file scope
// passes: function-opened
// keep: g
// expect: struct A { A(int); }; int g(); typedef A *B; A a(1); auto b = (g(), B{}); int h(int i) { int j = i; return j; }
struct A { A(int); };
int g();
int main() {
  typedef A *B;
  A a(1);
  g();
  B{};
}
int h(int i) { int j = i; return j; }
