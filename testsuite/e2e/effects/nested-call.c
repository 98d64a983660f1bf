// effect: remove-nested-function
// passes: nested-call,prune-typed
// keep: (f[(]g[(][)], 2, 3, 4, 5, 6, 7[)]|struct s a = g[(][)];)
// keep: struct s [{] [}] g
// expect: struct s { } g(); h() { struct s a = g(); return; }
struct s { } g();
h() { return f(g(), 2, 3, 4, 5, 6, 7); }
