// effect: remove-enum-member-value
// passes: prune-typed
// keep: enum [{] A
// keep: int f[(]void[)] [{] return A
// expect: enum { A }; int f(void) { return A; }
enum { A = 7 };
int f(void) { return A; }
