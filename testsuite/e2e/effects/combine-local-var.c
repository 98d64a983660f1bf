// effect: combine-local-var
// passes: combine-declarations
// keep: return a
// expect: int f(void) { int a = 1, *b = &a; return a + *b; }
int f(void) { int a = 1; int *b = &a; return a + *b; }
