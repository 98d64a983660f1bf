// effect: what main returns to a comparison of an element with its right value
// passes: global-to-return, symbol-uses
// watch: gcc -w input.c -o program
// keep: b = a.1..w; b..; return b !=|return a.1..w
// keep: int main.void. . a.1..w = 3
// expect: struct { int w; } a[2]; int main(void) { a[1].w = 3; return a[1].w != 3; }
struct { int w; } a[2];
int b;
int main(void) { a[1].w = 3; b = a[1].w; b++; return b != 4; }
