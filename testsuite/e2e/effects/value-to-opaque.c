// effect: an expression to an opaque value (a choice that no compiler knows or a variable)
// passes: value-to-opaque
// watch: gcc -w input.c -o program
// keep: return h
// keep: h = k|h = z . 1
// expect: int z; int main(void) { int k = 8; int h = z ? 1 : 7; return h; }
int z;
int main(void) { int k = 8; int h = k + 4 - k + 3; return h; }
