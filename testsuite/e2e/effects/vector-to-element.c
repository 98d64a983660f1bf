// effect: vector-to-array, vector to scalar
// passes: vector-to-element
// keep: int
// expect: typedef int v; v a = { 1 }; f() { return a; }
typedef int v __attribute__((vector_size(16)));
v a = { 1 };
f() { return a[0]; }
