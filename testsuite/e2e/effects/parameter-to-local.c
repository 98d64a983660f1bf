// effect: parameter that is the address of a local variable to that, at file scope
// passes: parameter-to-constant
// keep: int main
// keep: [px] = 1;
// expect: int x; void f() { x = 1; } int main() { f(); return x; }
void f(int *p) { *p = 1; }
int main() { int x; f(&x); return x; }
