// effect: what main prints to what it returns
// passes: output-to-return
// keep: main.*a *- *b
// expect: int printf(const char *, ...); int a, b; int main(void) { return a - b; }
int printf(const char *, ...);
int a, b;
int main(void) { printf("%d\n", a - b); }
