// effect: using declarations and directives dropped
// passes: elements
// keep: int x
// expect: namespace a { int x; }
namespace a { int x; }
using namespace a;
using a::x;
