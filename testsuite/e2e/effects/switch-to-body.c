// effect: switch to one statement; case labels dropped
// passes: prune-typed,hoist-typed,elements
// keep: b [+]= 2
// expect: b; f() { b += 2; }
int b;
void f(void) { switch (b) { case 1: b = 3; break; case 2: b += 2; } }
