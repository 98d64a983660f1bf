// effect: call to its argument
// passes: hoist-typed
// keep: int f[(]int a[)] [{] return .*a[)]*; [}]
// keep: int g[(]int, int[)]
// expect: int g(int, int); int f(int a) { return a; }
int g(int, int);
int f(int a) { return g(1, a); }
