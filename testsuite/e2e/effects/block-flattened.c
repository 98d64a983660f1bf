// effect: block flattened with its declarations into the one around it
// passes: prune-typed,hoist-typed,elements
// keep: int c
// keep: c [+]= 2
// expect: f() { int c; c += 2; }
void f(void) { { int c; { c += 2; } } }
