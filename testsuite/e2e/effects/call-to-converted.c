// effect: a call to the result with the conversions of argument and result
// passes: call-to-result
// keep: .unsigned|unsigned c.*f.c - 90
// expect: long g(long c) { return (long)(unsigned int)(c - 90) + 91; }
long f(unsigned a) { return a; }
long g(long c) { return f(c - 90) + 91; }
