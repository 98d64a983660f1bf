// effect: includes of which only an argument of a template is used
// passes: include-unneeded
// keep: unique_ptr
// keep: struct A
// expect: #include <memory>
// expect: #include <vector>
// expect: struct A { std::vector<std::unique_ptr<A>> all; };
#include <map>
#include <memory>
#include <vector>
struct A { std::vector<std::unique_ptr<A>> all; };
