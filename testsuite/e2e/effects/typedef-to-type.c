// effect: replace-simple-typedef, replace-one-level-typedef-type
// passes: typedef-to-type
// keep: char
// expect: signed char a; f(signed char b) { return (signed char)a; }
typedef signed char T;
typedef T U;
T a;
f(U b) { return (U)a; }
