// effect: smaller vector
// passes: vector-size
// keep: vector_size
// expect: typedef int v __attribute__((vector_size(8)));
typedef int v __attribute__((vector_size(128)));
