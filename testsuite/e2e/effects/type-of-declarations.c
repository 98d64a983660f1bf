// effect: implicit int for what is declared twice
// passes: type-of-declarations
// keep: f.* f
// expect: f(); f() { return 1; }
char f();
char f() { return 1; }
