// effect: includes of which only a macro is used
// passes: include-unneeded
// keep: INT_MAX
// expect: #include <limits.h>
// expect: int a = INT_MAX;
#include <limits.h>
#include <stddef.h>
int a = INT_MAX;
