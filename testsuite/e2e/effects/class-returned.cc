// effect: a local class that a function returns moved out of it and the body dropped
// passes: class-returned
// keep: B.*f
// expect: struct A { struct B { int c; }; B f(int e); }; int d = A().f(1).c;
struct A { auto f(int e) { struct B { int c; }; B b; return B{e}; } };
int d = A().f(1).c;
