// effect: remove-namespace
// passes: namespace-dropped
// keep: x
// keep: f\(
// expect: struct S {}; int x; int f(S); int y = f({});
namespace a {
struct S {};
inline namespace b { int x; }
}
namespace { int f(a::S); }
int y = f({});
