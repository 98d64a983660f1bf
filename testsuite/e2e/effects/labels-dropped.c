// effect: labels and gotos dropped (peep)
// passes: prune-typed,hoist-typed,elements
// keep: b [+]= 2
// expect: b; f() { b += 2; }
int b;
void f(void) { goto l; l: b += 2; }
