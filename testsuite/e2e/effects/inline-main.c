// effect: a call that main ends with to a body that returns early
// passes: inline
// keep: ret[u]rn 3
// expect: int x; int main(void) { if (x) return 3; x++; }
int x;
int f(void) { if (x) return 3; x++; }
int main(void) { f(); }
