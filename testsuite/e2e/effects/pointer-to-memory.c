// effect: allocated memory to a variable
// passes: pointer-level
// keep: a *[.>-]+ *i = 1
// keep: f\(
// expect: void *malloc(long); struct s { int i; }; void f(struct s *); void g() { struct s a; a.i = 1; f(&a); }
void *malloc(long);
struct s { int i; };
void f(struct s *);
void g() { struct s *a = malloc(sizeof(*a)); a->i = 1; f(a); }
