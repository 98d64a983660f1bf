// effect: a class that is only declared to int
// passes: class-to-int
// keep: x
// expect: int *x;
struct B;
struct B *x;
