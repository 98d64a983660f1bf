// effect: casts and parentheses away
// passes: prune-typed,hoist-typed,elements
// keep: return.*b
// expect: b; f() { return b; }
int b;
int f(void) { return (int)((b)); }
