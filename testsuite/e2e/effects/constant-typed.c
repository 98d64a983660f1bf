// effect: constant folding with the type
// passes: constant-typed
// keep: 60000U << (sizeof 0 . 8|.*[uU]?[lL])
// expect: unsigned long a = 60000U << 28UL;
unsigned long a = 60000U << sizeof 0 * 8 - 4;
