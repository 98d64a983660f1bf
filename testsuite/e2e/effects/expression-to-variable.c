// effect: expression to a variable of its type in scope
// passes: expression-to-variable
// keep: return [a-z]
// expect: int g(int); int f(int p) { return p; }
int g(int);
int f(int p) { return g(3); }
