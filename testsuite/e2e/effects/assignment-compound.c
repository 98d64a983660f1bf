// effect: a = a + b to a += b
// passes: assignment-compound
// keep: a.*= .*b
// expect: int a, b; void f(void) { a += b; }
int a, b;
void f(void) { a = a + b; }
