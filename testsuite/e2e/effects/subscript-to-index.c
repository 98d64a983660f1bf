// effect: replace-array-access-with-index, replace-array-index-var
// passes: prune-typed,hoist-typed,elements
// keep: return.*i
// keep: a\[2\]
// keep: = a\[
// expect: ij, a[2], b; f() { b = a[0]; return ij; }
int ij, a[2], b;
int f(void) { b = a[ij]; return a[ij]; }
