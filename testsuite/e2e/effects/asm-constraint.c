// effect: asm constraints shorter
// passes: asm-constraint
// keep: =.*\(a\)
// expect: int a; void f(void) { asm("" : "=r"(a)); }
int a;
void f(void) { asm("" : "=&rm"(a)); }
