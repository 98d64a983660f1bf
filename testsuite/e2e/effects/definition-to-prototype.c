// effect: move-definition-to-declaration, move-function-body
// passes: definition-to-prototype
// keep: return f
// expect: static int f(void) { return 1; } int g(void) { return f(); }
static int f(void);
int g(void) { return f(); }
static int f(void) { return 1; }
