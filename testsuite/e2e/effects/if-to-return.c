// effect: last if that returns to a return of its condition
// passes: if-to-return
// keep: return
// expect: int a; int f(void) { return a; }
int a;
int f(void) { if (a) return 3; }
