// effect: empty-struct-to-int
// passes: tag-to-int
// keep: a
// expect: int a; f(int b) { a = b; }
struct s { };
struct s a;
f(struct s b) { a = b; }
