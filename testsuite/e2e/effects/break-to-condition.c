// effect: break at the beginning of a loop into its condition
// passes: break-to-condition
// keep: while.*a.*b
// expect: int a, b; void f(void) { while (a && !b) { f(); } }
int a, b;
void f(void) { while (a) { if (b) break; f(); } }
