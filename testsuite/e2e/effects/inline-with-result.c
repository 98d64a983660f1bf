// effect: a call before the end of main to a body that returns what main returns
// passes: inline
// keep: x > 1
// keep: [+]
// expect: int x; int main(void) { if (x > 1) return x; x++; return x; }
int x;
void f(void) { if (x > 1) return; x++; }
int main(void) { f(); return x; }
