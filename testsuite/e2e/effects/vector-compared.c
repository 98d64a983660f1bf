// effect: a compared vector to a number
// passes: prune-typed
// keep: int __attribute__.*
// keep: void f.*x > [-(]
// expect: int __attribute__((vector_size(8))) x; void f(void) { x = x > -1; }
int __attribute__((vector_size(8))) x;
void f(void) { x = x > (x <= x); }
