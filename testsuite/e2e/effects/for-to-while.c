// effect: for to while
// passes: for-to-while
// keep: b [+]= 2
// keep: b--
// expect: int b; void f(void) { while (b) b += 2, b--; }
int b;
void f(void) { for (; b; b--) b += 2; }
