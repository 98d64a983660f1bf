// effect: a function to a variable
// passes: function-to-variable
// keep: new
// keep: sizeof
// expect: auto f = new int[2]; int g = sizeof(int);
void f() { new int[2]; }
int g() { return sizeof(int); }
