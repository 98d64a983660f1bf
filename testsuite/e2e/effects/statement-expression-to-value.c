// effect: statement expression to its value
// passes: prune-typed,hoist-typed,elements
// keep: return.*b [+] 2
// expect: b; f() { return b + 2; }
int b;
int f(void) { return ({ b++; b + 2; }); }
