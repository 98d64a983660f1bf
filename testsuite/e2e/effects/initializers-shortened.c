// effect: initialisers shortened; ={...} off (peep)
// passes: prune-typed,hoist-typed,elements
// keep: = \{.*7
// keep: y
// expect: x = {7}; y;
int x[3] = { 7, 0, 0 };
int y[3] = { 1, 2, 3 };
