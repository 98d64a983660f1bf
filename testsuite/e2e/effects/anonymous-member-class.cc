// effect: anonymous member alone
// passes: anonymous-member
// keep: x\.c
// expect: union u { int c; }; u x = u{1}; int y = x.c;
struct u { union { int c; }; };
u x = u{1};
int y = x.c;
