// effect: if to an operator
// passes: if-to-operator
// keep: b > 3
// keep: g\(1\)
// keep: g\(2\)
// keep: g\(3\)
// expect: int b; int g(int); void f(void) { b && g(1); b > 3 ? g(2) : g(3); }
int b;
int g(int);
void f(void) { if (b) g(1); if (b > 3) g(2); else g(3); }
