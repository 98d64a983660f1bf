// effect: replace-callexpr
// passes: call-to-result
// keep: g[(]
// expect: int g(int c) { return (c + 1) * c; }
int f(int a, int b) { return a * b; }
int g(int c) { return f(c + 1, c); }
