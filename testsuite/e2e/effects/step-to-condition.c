// effect: step of a loop into its condition
// passes: step-to-condition
// keep: [+][+]
// expect: int i; f(int n) { while (i++ < n) { f(i); } }
int i;
f(int n) { while (i < n) { f(i); i++; } }
