// effect: two assignments to a chain
// passes: assignments-chained
// keep: a.*b|b.*a
// keep: 3
// expect: int a, b; void f(void) { b = a = 3; }
int a, b;
void f(void) { a = 3; b++; }
