// effect: simplify-if
// passes: statement-straight
// keep: g\(1\)
// keep: b [+]= 2
// expect: int b; int g(int); void f(void) { g(1); b += 2; }
int b;
int g(int);
void f(void) { if (g(1)) { b += 2; } else {} }
