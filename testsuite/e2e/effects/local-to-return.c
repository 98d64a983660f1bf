// effect: what main returns to a comparison of its own variable with its right value
// passes: global-to-return, symbol-uses
// watch: gcc -w input.c -o program
// keep: b = a.1.; b..; return b !=|return a.1.
// keep: int main.void. .*a.1. = 3
// expect: int main(void) { int a[2] = {}; a[1] = 3; return a[1] != 3; }
int b;
int main(void) { int a[2] = {}; a[1] = 3; b = a[1]; b++; return b != 4; }
