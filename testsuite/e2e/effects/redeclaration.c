// effect: unify-function-decl
// passes: redeclaration
// keep: return 1
// keep: a = 1
// expect: static int f(void) { return 1; } int a = 1;
static int f(void);
static int f(void) { return 1; }
extern int a;
int a = 1;
