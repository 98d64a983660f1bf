// effect: simplify-conditionals
// passes: prune-typed
// keep: int f[(]int a[)] . if [(][^)]*[)] g[(][)]; while [(][^)]*[)] h[(][)]
// expect: int f(int a) { if (0) g(); while (0) h(); }
int f(int a) {
  if (a > 2) g();
  while (a--) h();
}
