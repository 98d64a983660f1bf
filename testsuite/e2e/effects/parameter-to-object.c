// effect: parameter that is the address of a global variable to that
// passes: parameter-to-constant
// keep: a = 1
// keep: int main
// expect: struct { int a; } x; void f() { x.a = 1; } int main() { f(); }
struct { int a; } x;
void f(__typeof__(x) *p) { p->a = 1; }
int main() { f(&x); }
