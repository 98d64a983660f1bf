// effect: replace-function-def-with-decl
// passes: bodies
// keep: int helper[(]
// keep: return helper
// expect: int helper(int a); int f(void) { return helper(3); }
int helper(int a) { return a + 1; }
int f(void) { return helper(3); }
