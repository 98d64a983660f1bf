// effect: named casts dropped
// passes: hoist-typed
// keep: x =.*g\(\)
// expect: int g(); int x = g();
int g();
int x = static_cast<int>(g());
