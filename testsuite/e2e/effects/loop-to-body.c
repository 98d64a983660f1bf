// effect: while, for and do to the body; remove while(0)
// passes: prune-typed,hoist-typed,elements
// keep: b [+]= 2
// keep: b [-]= 3
// keep: b [*]= 4
// expect: b; f() { b += 2; b -= 3; b *= 4; }
int b;
void f(void) { while (b) b += 2; for (b = 1; b; b++) b -= 3; do b *= 4; while (0); while (0) b++; }
