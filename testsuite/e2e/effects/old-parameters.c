// effect: K&R to prototype
// passes: old-parameters
// keep: char [*]a
// expect: f(char *a, char b) { return *a + b; }
f(a, b) char *a; char b; { return *a + b; }
