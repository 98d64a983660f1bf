// effect: a library's function called as a builtin
// passes: library-to-builtin
// keep: abort.*malloc
// expect: void f(void) { __builtin_abort(); } void *g(void) { return __builtin_malloc(1); }
void abort(void);
void *malloc(__SIZE_TYPE__);
void f(void) { abort(); }
void *g(void) { return malloc(1); }
