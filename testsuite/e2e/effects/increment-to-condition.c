// effect: increment at the beginning of an if into its condition
// passes: increment-moved
// keep: i[+]
// expect: void f(int i) { if (2 - i++) { f(i); } }
void f(int i) { if (2 - i) { i++; f(i); } }
