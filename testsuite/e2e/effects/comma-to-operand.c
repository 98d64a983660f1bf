// effect: comma to one operand
// passes: prune-typed,hoist-typed,elements
// keep: return.*b
// expect: b; f() { return b; }
int b;
int f(void) { return (3, b, 0) + (b, 2); }
