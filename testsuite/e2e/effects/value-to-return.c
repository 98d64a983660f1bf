// effect: value of a call into what is returned behind it
// passes: value-to-return
// keep: f\(5\)
// keep: f\(9\)
// keep: return
// expect: int a, f(int); int g(int b) { return b + f(5) * f(9); }
int a, f(int);
int g(int b) { a = f(5) * f(9); return b; }
