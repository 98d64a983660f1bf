// effect: asm operands, clobbers, qualifiers and template one by one
// passes: prune-typed,hoist-typed,elements
// keep: asm.*:.*"=r"
// expect: b; f() { asm("" : "=r"(b)); }
int b;
void f(void) { asm volatile("nop %0" : "=r"(b), "=m"(b) : "r"(b), "r"(3) : "memory", "cc"); }
