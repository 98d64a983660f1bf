// effect: compound literal to a variable
// passes: prune-typed,hoist-typed,elements
// keep: struct s \{ int a; \} x; void g\(struct s\); void f\(void\) \{ g\(.+\)
// expect: struct s { int a; } x; void g(struct s); void f(void) { g(x); }
struct s { int a; } x;
void g(struct s);
void f(void) { g((struct s){ 3 }); }
