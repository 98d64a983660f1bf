// effect: tag defined where it is mentioned first
// passes: tag-to-mention
// keep: f\(\)->a
// expect: struct { int a; } *f();
// expect: int g() { f()->a; }
struct s *f();
struct s { int a; } g() { f()->a; }
