// effect: increment into the use before it
// passes: increment-moved
// keep: i.*[+][+]
// expect: int a[3]; void f(int i) { a[i++] = 1; }
int a[3];
void f(int i) { a[i] = 1; i++; }
