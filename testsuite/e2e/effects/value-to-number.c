// effect: an expression to the number that the right program computes
// passes: value-to-number
// watch: gcc -w input.c -o program
// keep: return a
// expect: int a; int main(void) { int i = 5; a = 239; return a; }
int a;
int main(void) { int i = 5; a = i + 234; return a; }
