// effect: anonymous member alone
// passes: anonymous-member
// keep: return x\.c
// expect: struct u { int b, c; }; struct u x;
// expect: f() { return x.c; }
union u { struct { union { struct { int b, c; }; }; }; };
union u x;
f() { return x.c; }
