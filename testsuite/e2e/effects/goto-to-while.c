// effect: an if that ends with a goto to its label to while
// passes: goto-to-while
// keep: b--
// expect: int b; void f(void) { while (b) { b--; } }
int b;
void f(void) { l: if (b) { b--; goto l; } }
