// effect: remove an unused macro
// passes: unused
// keep: int a
// expect: int a;
#define FIVE 5
#define SIX FIVE + 1
int a;
