// effect: replace-dependent-typedef
// passes: typedef-to-type
// keep: x;
// expect: int x;
typedef int A;
typedef A B;
B x;
