// effect: asm template by lines
// passes: asm-line
// keep: nop
// expect: void f(void) { asm("nop;"); }
void f(void) { asm("hlt; nop; hlt"); }
