// effect: includes
// passes: directives-together
// keep: int a
// expect: int a;
#include <limits.h>
#include <stddef.h>
int a;
