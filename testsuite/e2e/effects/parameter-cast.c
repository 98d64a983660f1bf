// effect: a parameter to the type of its uses
// passes: parameter-cast
// keep: \?
// keep: char
// expect: struct m { int a, b; }; int f(struct m *p, int c) { return c ? p->a : p->b; } int g(char *x) { return f((struct m *)x, 0); }
struct m { int a, b; };
int f(int *p, int c) { return c ? ((struct m *)p)->a : ((struct m *)p)->b; }
int g(char *x) { return f((int *)x, 0); }
