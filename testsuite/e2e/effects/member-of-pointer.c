// effect: (*p).f to p->f
// passes: member-of-pointer
// keep: return.*p.*b
// expect: struct s { int b; } *p; int f(void) { return p->b; }
struct s { int b; } *p;
int f(void) { return (*p).b; }
