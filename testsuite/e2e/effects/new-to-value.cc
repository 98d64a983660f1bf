// effect: new to a value of its type
// passes: prune-typed
// keep: int .p
// keep: =
// expect: int *p = 0;
int *p = new int[2];
