// effect: constant folding of a part
// passes: constant-folded
// keep: sizeof
// expect: int a = -4 < sizeof(int); int f(int b) { return 7 - b; }
int a = 0 - 4 < sizeof(int);
int f(int b) { return 9 - 2 - b; }
