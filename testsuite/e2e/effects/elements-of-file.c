// effect: lines, remove-function
// passes: elements
// keep: int f.void
// keep: g[(]3
// expect: int f(void) { g(3); }
int a;
int helper(int a) { return a + 1; }
int f(void) {
  g(1);
  { g(2); }
  g(3);
  return 2;
}
