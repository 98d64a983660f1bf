// effect: replace-undefined-function
// passes: unify-functions
// keep: return [fg]
// expect: int f(int); char h(int); int k(void) { return f(1) + f(2) + h(3); }
int f(int);
int g(int);
char h(int);
int k(void) { return f(1) + g(2) + h(3); }
