// effect: comparison of a sum to one of its operand
// passes: comparison-solved
// keep: a
// expect: int a; int f(void) { return a != 65535; }
int a;
int f(void) { return (a ^ -103) != -65434; }
