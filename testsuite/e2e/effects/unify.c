// effect: unify variables
// passes: unify
// keep: int f.int a. . int [xy].* return [a-z]; .
// expect: int f(int a) { int y; y = y + 1; y = y; return y; }
int f(int a) { int x; int y; x = y + 1; y = x; return y; }
