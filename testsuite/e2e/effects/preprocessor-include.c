// effect: includes
// passes: elements
// keep: size_t
// expect: #include <stddef.h>
// expect: size_t a;
#include <limits.h>
#include <stddef.h>
#include <stdarg.h>
size_t a;
