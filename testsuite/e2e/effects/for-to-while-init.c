// effect: beginning of a for before a while
// passes: for-to-while
// keep: b = 9
// expect: int b; void f(void) { b = 9; while (b) b -= 2; }
int b;
void f(void) { for (b = 9;  b;) b -= 2; }
