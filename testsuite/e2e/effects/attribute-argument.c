// effect: each attribute and each attribute argument on its own
// passes: prune-typed,elements
// keep: aligned
// keep: a
// expect: __attribute__((aligned)) a;
__attribute__((packed, aligned(8))) a;
