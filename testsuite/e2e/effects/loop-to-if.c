// effect: while to if (peep)
// passes: loop-to-if
// keep: \(b\).*b [+]= 2
// expect: int b; void f(void) { if (b) { b += 2; } }
int b;
void f(void) { while (b) { b += 2; break; } }
