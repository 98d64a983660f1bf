// effect: struct body dropped where only pointers to it are used
// passes: prune-typed
// keep: struct s \*a
// expect: struct s; struct s *a;
struct s { int b; };
struct s *a;
