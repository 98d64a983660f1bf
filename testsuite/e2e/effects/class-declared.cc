// effect: a class to its declaration
// passes: prune-typed
// keep: A .p
// expect: struct A; A *p;
struct A { int x; };
A *p;
