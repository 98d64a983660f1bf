// effect: lift-assignment-expr
// passes: assignment-lifted,prune-typed
// keep: a = b
// keep: int f[(]int a, int b[)] . .*if [(][^)]*[)]+.* g[(]
// expect: int f(int a, int b) { a = b; if (0) g(); }
int f(int a, int b) {
  if ((a = b) > 1 && a != b + 3)
    g();
}
