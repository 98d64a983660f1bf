// effect: VLA to array
// passes: prune-typed
// keep: int b
// keep: int a\[
// expect: f(int b) { int a[1]; }
f(int b) { int a[b + 3]; }
