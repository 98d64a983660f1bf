// effect: a declared type to auto
// passes: type-to-auto
// keep: x
// expect: auto x = 1ul;
unsigned long x = 1ul;
