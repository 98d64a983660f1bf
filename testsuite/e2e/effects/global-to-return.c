// effect: what main returns to a comparison of another variable with its right value
// passes: global-to-return, elements
// watch: gcc -w input.c -o program
// keep: b = a; b..; return b !=|return a !=
// keep: int main.void. . a = 3
// expect: int a; int main(void) { a = 3; return a != 3; }
int a, b;
int main(void) { a = 3; b = a; b++; return b != 4; }
