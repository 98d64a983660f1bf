// effect: includes of which nothing is used
// passes: include-unneeded
// keep: tm_sec
// keep: time.h
// expect: #include <time.h>
// expect: int f(struct tm *t) { return t->tm_sec; }
#include <limits.h>
#include <stdlib.h>
#include <time.h>
int f(struct tm *t) { return t->tm_sec; }
