// effect: a function that returns a constant to a variable
// passes: result-to-variable
// keep: [*]f
// expect: char *f = ""; int g() { return *f; }
static char *__attribute__((noinline)) f() { return ""; }
int g() { return *f(); }
