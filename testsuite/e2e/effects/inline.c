// effect: simple-inliner
// passes: inline
// keep: x [+]= a
// expect: int x; void g(int a) { if (a) { x += a; x--; } }
int x;
void f(int a) { x += a; x--; }
void g(int a) { if (a) f(a); }
