// effect: a member that only leads to others without its name
// passes: member-unnamed
// keep: return .*a;
// expect: struct s { union { int a, b; }; } x, *p;
// expect: int f() { return x.b + p->a; }
struct s { union { int a, b; } u; } x, *p;
int f() { return x.u.b + p->u.a; }
