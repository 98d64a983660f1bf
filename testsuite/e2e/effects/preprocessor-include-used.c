// effect: include what you use, clangincludegraph
// passes: include-used,prune-typed
// keep: int f[(]void[)] . return optind; .
// expect: optind;
// expect: int f(void) { return optind; }
#include <getopt.h>
int f(void) { return optind; }
