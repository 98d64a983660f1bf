// effect: ternary to a negation
// passes: conditional-to-logical
// keep: return .*a.* [+] b
// expect: int a, b; int f(void) { return !a + b; }
int a, b;
int f(void) { return (a ? 0 : 1) + b; }
