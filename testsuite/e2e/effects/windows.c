// effect: rm-toks, parens, balanced
// passes: windows
// keep: f.*return.*1
// expect: f() { return 1; }
static int f(void) { return ((1)); }
