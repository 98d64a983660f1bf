// effect: if constexpr to a branch
// passes: hoist-typed
// keep: return 1
// expect: int f() { return 1; }
int f() { if constexpr (sizeof(int) > 1) return 1; else return 2; }
