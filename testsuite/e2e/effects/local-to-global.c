// effect: local-to-global, move-global-var
// passes: local-to-global
// keep: a
// expect: a, b; f() { return a - b; }
f() { int a, b; return a - b; }
