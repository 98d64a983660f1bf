// effect: partial #define processing
// passes: macro-body
// keep: #define
// keep: return M
// expect: #define M(x)
// expect: int f(int a) { return M(a); }
#define M(x) (x + 1)
int f(int a) { return M(a); }
