// effect: levels of nested structs
// passes: record-to-inner
// keep: struct
// expect: struct { int d[5]; } x[2][3][1];
struct { struct { struct { int d[5]; } c[1]; } b[3]; } x[2];
