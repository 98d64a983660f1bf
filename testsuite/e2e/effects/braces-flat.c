// effect: nested braces flattened
// passes: braces-flat
// keep: 1.*2.*3.*4
// expect: int a[2][2] = { 1, 2, 3, 4 };
int a[2][2] = { { 1, 2 }, { 3, 4 } };
