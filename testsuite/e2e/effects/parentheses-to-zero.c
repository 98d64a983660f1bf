// effect: parens-to-zero
// passes: prune-typed
// keep: int f[(]int a[)] [{] return
// keep: [*]
// expect: int f(int a) { return 0 * 0; }
int f(int a) { return (a + 1) * (a - 1); }
