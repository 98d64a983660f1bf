// effect: scalar in braces
// passes: prune-typed,hoist-typed,elements
// keep: = *\{* *b
// expect: b; f() { int x = b; }
int b;
void f(void) { int x = { b }; }
