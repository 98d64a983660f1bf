// effect: simplify-struct
// passes: record-to-member
// keep: int
// expect: int *f(int *b) { int *c = b; return c ? c : b; }
struct inner { int *d; };
struct outer { struct inner e; };
struct outer f(struct inner b) { struct outer c = {b}; return c.e.d ? c : (struct outer){b}; }
