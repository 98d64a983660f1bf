// effect: designators flattened
// passes: prune-typed,hoist-typed,elements
// keep: = \{.*1.*2
// keep: struct s \{ int a, b; \} x
// expect: struct s { int a, b; } x = { 1, 2 };
struct s { int a, b; } x = { .a = 1, .b = 2 };
