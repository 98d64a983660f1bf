// effect: remove-unused-enum-member
// passes: unused
// keep: return B
// expect: enum { B }; int f(void) { return B; }
enum { A, B, C };
int f(void) { return B; }
