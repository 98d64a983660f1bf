// effect: op= to = (peep)
// passes: operator-shorter
// keep: a.*= 1
// keep: a.*= b.*2
// expect: int a, b; void f(void) { a = 1; a = b < 2; }
int a, b;
void f(void) { a <<= 1; a *= b <= 2; }
