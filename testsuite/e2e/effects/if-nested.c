// effect: nested ifs merged
// passes: if-nested
// keep: if \(b
// keep: > 3
// keep: b [+]= 2
// expect: int b; void f(void) { if (b && b > 3) b += 2; }
int b;
void f(void) { if (b) if (b > 3) b += 2; }
