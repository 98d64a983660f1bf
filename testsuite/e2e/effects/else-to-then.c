// effect: else in the place of then
// passes: else-to-then
// keep: if \(b\)
// keep: b [+]= 2
// expect: int b; void f(void) { if (b) b += 2; }
int b;
void f(void) { if (b) b = 3; else b += 2; }
