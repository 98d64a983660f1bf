// effect: what main computes of a variable for its result to a comparison of that
// passes: global-to-return
// watch: gcc -w input.c -o program
// keep: !.a >> 2 & 1.|return a !=
// keep: int main.void. . a = 6
// expect: int a; int main(void) { a = 6; return a != 6; }
int a;
int main(void) { a = 6; return !(a >> 2 & 1); }
