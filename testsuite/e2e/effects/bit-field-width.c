// effect: peep (bit-field widths off)
// passes: prune-typed
// keep: int b
// keep: a
// expect: struct { int b; } a;
struct { int b : 3; } a;
