// effect: { x; } as a sub-statement to x;
// passes: prune-typed,hoist-typed,elements
// keep: while \(b\).*b [+]= 2
// expect: b; f() { while (b) b += 2; }
int b;
void f(void) { while (b) { b += 2; } }
