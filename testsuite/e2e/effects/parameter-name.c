// effect: unused symbols all at once (names of parameters in prototypes)
// passes: parameter-name
// keep: char
// expect: int f(int, char *); int g(int a) { return a; }
int f(int first, char *second);
int g(int a) { return a; }
