// effect: do to while
// passes: do-to-while
// keep: while \(b\)
// keep: b [+]= 2
// expect: int b; void f(void) { while (b) { b += 2; } }
int b;
void f(void) { do { b += 2; } while (b); }
