// effect: callexpr-to-value
// passes: prune-typed
// keep: int f[(]void[)] [{] return [^;]
// keep: int g[(]void[)]; int f
// expect: int g(void); int f(void) { return 0; }
int g(void);
int f(void) { return 1 + g(); }
