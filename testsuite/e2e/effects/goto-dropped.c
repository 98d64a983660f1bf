// effect: goto and its label dropped together
// passes: goto-dropped
// keep: b [+]= 2
// expect: int b; void f(void) { if (b); b += 2; }
int b;
void f(void) { if (b) goto l; goto l; l: b += 2; }
