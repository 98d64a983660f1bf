// effect: _Generic to the chosen association
// passes: prune-typed,hoist-typed,elements
// keep: return.*b
// expect: b; f() { return b; }
int b;
int f(void) { return _Generic(b, int: b, default: 3); }
