// effect: ints a-e (drop prefix and suffix, hexadecimal to decimal)
// passes: constant-plain
// keep: [0-9]
// expect: long f(void) { return 16; }
long f(void) { return 0x10UL; }
