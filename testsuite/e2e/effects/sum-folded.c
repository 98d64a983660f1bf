// effect: numbers of a sum added up
// passes: sum-folded
// keep: a
// expect: int a; int f(void) { return a + 3; }
int a;
int f(void) { return 4 + a - 1; }
