// effect: replace-array-index-var
// passes: prune-typed
// keep: int a\[2\];
// keep: return a\[
// keep: int index
// expect: int a[2]; f(int index) { return a[0]; }
int a[2];
f(int index) { return a[index]; }
