// effect: assignment after a condition into the next statement
// passes: assignment-moved
// keep: return
// expect: int a, b; int f(void) { return a ? 3 : b; }
int a, b;
int f(void) { if (a) b = 3; return b; }
