// effect: simplify-callexpr
// passes: prune-typed
// keep: int f[(]int a, int [*]b[)] [{] return g[(][^,]*,[^,]*[)]
// keep: int g[(]int, int [*][)]
// expect: int g(int, int *); int f(int a, int *b) { return g(0, 0); }
int g(int, int *);
int f(int a, int *b) { return g(a + 1, b + 1); }
