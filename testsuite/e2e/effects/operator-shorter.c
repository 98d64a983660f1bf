// effect: operator to a simpler one; binop
// passes: operator-shorter
// keep: a.*1.*2
// expect: int a; int f(void) { return a + 1 < 2; }
int a;
int f(void) { return a << 1 == 2; }
