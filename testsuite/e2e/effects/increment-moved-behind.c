// effect: increment into the use behind it
// passes: increment-moved
// keep: [+][+]
// expect: int a[3], b; void f(int i) { b = 2; a[++i] = 1; }
int a[3], b;
void f(int i) { i++; b = 2; a[i] = 1; }
