// effect: call to an assignment of its argument
// passes: call-to-assignment
// keep: == g
// expect: int g; void f(void) { g = 1 == g; }
int g;
void f(void) { handle(1 == g); }
