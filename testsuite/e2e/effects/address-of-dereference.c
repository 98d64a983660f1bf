// effect: remove-addr-taken, &*p and *&x to p and x
// passes: prune-typed,hoist-typed,elements
// keep: return.*p
// keep: g\(.*x
// expect: x, p; f() { g(x); return p; }
int x, *p;
int g(int);
int *f(void) { g(*&x); return &*p; }
