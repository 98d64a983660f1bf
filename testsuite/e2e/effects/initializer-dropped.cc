// effect: remove-ctor-initializer
// passes: elements, prune-typed
// keep: A\(\).*\{
// keep: int a, b
// expect: struct A { A() {} int a, b; };
struct A { A() : a(1), b{2} {} int a, b; };
