// effect: calls of a member function to what it returns
// passes: method-to-result
// keep: s x
// keep: b == [&t]
// expect: struct s { int a; s *b; }; int g(s x) { return (x.b == &x) && !(x.a + 1); }
struct s { int a; s *b; int f() { return a + 1; } bool h() { return this->b == this; } };
int g(s x) { return x.h() && !x.f(); }
