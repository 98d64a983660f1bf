// effect: named casts to those of C
// passes: cast-plain
// keep: f
// expect: int *f(void *p, char c) { return (int *)(p) + int(c); }
int *f(void *p, char c) { return static_cast<int *>(p) + static_cast<int>(c); }
