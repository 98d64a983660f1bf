// effect: if to one branch
// passes: prune-typed,hoist-typed,elements
// keep: b [+]= 2
// expect: b; f() { b += 2; }
int b;
void f(void) { if (b > 3) b = 1; else b += 2; }
