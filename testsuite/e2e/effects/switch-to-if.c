// effect: switch to if
// passes: loop-to-if
// keep: \(b\).*b [+]= 2
// expect: int b; void f(void) { if (b) { b += 2; } }
int b;
void f(void) { switch (b) { case 1: b += 2; break; } }
