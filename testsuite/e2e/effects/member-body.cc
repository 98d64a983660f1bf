// effect: bodies of members out of a class or away
// passes: bodies
// keep: A\(\)
// keep: f
// expect: struct A { A(); int f(); };
struct A { A() {} int f() { return 1; } };
