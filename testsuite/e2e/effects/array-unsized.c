// effect: array bound off
// passes: prune-typed
// keep: a\[
// keep: int b\[
// keep: c\[3
// expect: a[]; f(int b[]) { int c[3]; }
int a[2];
f(int b[2]) { int c[3]; }
