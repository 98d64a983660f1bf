// effect: a call's body with the parameters as variables of the file
// passes: inline
// keep: int i( = 1; +int main|\))
// keep: if \(i
// expect: int i = 1; int main(void) { if (i) return 3; i++; }
int f(int i) { if (i) return 3; i++; }
int main(void) { f(1); }
