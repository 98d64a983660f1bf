// effect: virtual, explicit, constexpr, noexcept, override and const of members dropped
// passes: prune-typed
// keep: void f\(\)
// keep: A\(int\)
// keep: int g\(\)
// expect: struct A { void f(); A(int); int g(); };
struct A { virtual void f() noexcept; explicit A(int); constexpr int g() const; };
