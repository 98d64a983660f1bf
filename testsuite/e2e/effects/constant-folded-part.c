// effect: constant folding of a part
// passes: constant-folded
// keep: sizeof
// expect: int a = -4 < sizeof(int);
int a = 0 - 4 < sizeof(int);
