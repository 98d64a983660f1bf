// effect: each qualifier and storage class on its own
// passes: prune-typed
// keep: static .*int [*]
// keep: a
// expect: static int *a;
static const int *volatile restrict a;
