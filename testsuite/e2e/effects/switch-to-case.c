// effect: switch to one case
// passes: switch-to-case
// keep: b [+]= 2; *b [-]= 2
// expect: int b; void f(void) { b += 2; b -= 2; }
int b;
void f(void) { switch (b) { case 1: b = 3; break; case 2: b += 2; b -= 2; break; default: b = 4; } }
