// effect: goto to the statement at the label; reduce goto to if
// passes: goto-to-target
// keep: b [+]= 2
// expect: int b; void f(void) { if (b) b += 2; b = 1; }
int b;
void f(void) { if (b) goto l; b = 1; l: b += 2; }
