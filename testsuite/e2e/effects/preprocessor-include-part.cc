// effect: include of a header to one that it includes
// passes: include-part
// keep: bit_cast
// expect: #include <bit> long g = std::bit_cast<long>(1.0);
#include <memory>
long g = std::bit_cast<long>(1.0);
