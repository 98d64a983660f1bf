// effect: std::exit in main to a return
// passes: call-to-return
// keep: 3
// expect: #include <cstdlib>
// expect: int main() { return 3; }
#include <cstdlib>
int main() { std::exit( 3 ); }
