// effect: peep (typeof to int)
// passes: prune-typed
// keep: long a
// keep: b = 1
// expect: f() { long a; int b = 1; }
f() { long a; typeof(a + 1) b = 1; }
