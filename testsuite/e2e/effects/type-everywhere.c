// effect: peep (char, short, long, float to int), wide to int
// passes: type-everywhere
// keep: f.* f
// flags: -Werror=incompatible-pointer-types
// expect: int f(int *); int f(int *a) { return *a; }
long long f(double *);
long long f(double *a) { return *a; }
