// effect: ints a-e (drop digits)
// passes: constant-one
// keep: [+] [1-9]
// expect: int f(int a) { return a + 1; }
int f(int a) { return a + 4711; }
