// effect: function merging
// passes: merge-functions
// keep: f[(][)] [+]
// expect: int f(void) { return 1; } int h(void) { return f() + f(); }
int f(void) { return 1; }
int g(void) { return 2; }
int h(void) { return f() + g(); }
