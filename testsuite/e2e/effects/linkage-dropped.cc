// effect: linkage specifications opened
// passes: linkage-dropped
// keep: f
// expect: int f(); int g();
extern "C" { int f(); }
extern "C++" int g();
