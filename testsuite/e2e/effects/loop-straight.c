// effect: while/for/do/switch to a straight line; loop run once
// passes: statement-straight
// keep: g\(1\)
// keep: b [+]= 2
// keep: b [-]= 2
// expect: int b; int g(int); void f(void) { g(1); b += 2; b -= 2; }
int b;
int g(int);
void f(void) { while (g(1)) { b += 2; break; } switch (b) { case 1: b -= 2; break; } }
