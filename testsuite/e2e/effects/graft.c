// effect: replace a subtree by one from elsewhere
// passes: graft
// keep: int f.int a, int b. . return [(]*[ab].*[+] [ab]
// expect: int f(int a, int b) { return a + a; }
int f(int a, int b) { return (b * 3 + a) + a; }
