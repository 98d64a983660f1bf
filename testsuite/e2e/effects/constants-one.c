// effect: numbers that are alike to 1
// passes: constants-one
// keep: return ([-0-9]+)
// keep: != ?[1-9-]
// expect: int f(void) { return 1; } int g(void) { return f() != 1; }
int f(void) { return -22; }
int g(void) { return f() != -22; }
