// effect: ifs
// passes: condition-constant
// keep: #if
// keep: long b
// expect: #if 0
// expect: int a;
// expect: #else
// expect: long b;
// expect: #endif
#if !defined SOMETHING
int a;
#else
long b;
#endif
