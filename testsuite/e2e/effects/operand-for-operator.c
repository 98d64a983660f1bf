// effect: any typed operand for its operator; unary operators off (peep)
// passes: prune-typed,hoist-typed,elements
// keep: return.*b
// expect: b; f() { return b; }
int b;
int f(void) { return -(-b) + !!b * 2; }
