// effect: +=1 to ++ (peep)
// passes: assignment-to-increment
// keep: a
// keep: b
// expect: int a, b; void f(void) { a++; b--; }
int a, b;
void f(void) { a += 1; b -= 1; }
