// effect: a variable with braces to a compound literal
// passes: variable-to-value
// keep: return [v(]
// expect: struct s { int a, b; }; struct s f() { return (struct s) {1, 2}; }
struct s { int a, b; };
struct s f() { struct s v = {1, 2}; return v; }
