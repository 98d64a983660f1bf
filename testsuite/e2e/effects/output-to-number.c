// effect: what main prints to a comparison with what the right program prints
// passes: output-to-number
// watch: gcc -w input.c -o program
// keep: printf.*x|29
// expect: int printf(const char *, ...); int a = 7; int main(void) { return (a * 4 + 1) != 29; }
int printf(const char *, ...);
int a = 7;
int main(void) { printf("%x\n", a * 4 + 1); }
