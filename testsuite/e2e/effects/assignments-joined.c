// effect: two assignments to one
// passes: assignments-joined
// keep: b > 3
// keep: 2
// keep: 7
// keep: \*x
// expect: int b; void f(int *x) { *x = b > 3 ? 2 : 7; }
int b;
void f(int *x) { if (b > 3) *x = 2; else *x = 7; }
