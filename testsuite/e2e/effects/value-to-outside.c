// effect: a variable declared at file scope with the value that it has
// passes: value-to-opaque
// watch: gcc -w input.c -o program
// keep: int h = (k|7 ?; +int main)
// keep: return h
// keep: int k
// expect: int h = 7; int main(void) { int k = 8; return h; }
int main(void) { int k = 8; int h = k + 4 - k + 3; return h; }
