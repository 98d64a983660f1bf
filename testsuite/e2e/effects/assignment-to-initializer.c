// effect: declaration merged with its first assignment
// passes: assignment-to-initializer
// keep: b = 1
// expect: f() { int a, b = 1; return a - b; }
f() { int a, b; b = 1; return a - b; }
