// effect: what main prints to a comparison with a number of the text
// passes: output-to-return
// keep: , a[)]|a != 7
// expect: int printf(const char *, ...); int a = 7; int main(void) { return a != 7; }
int printf(const char *, ...);
int a = 7;
int main(void) { printf("%d\n", a); return 0 ; }
