// effect: a function to a variable
// passes: function-to-variable
// keep: new
// keep: sizeof
// keep: a
// expect: auto f = new int[2]; int g = sizeof(int); int a; int b = a;
void f() { new int[2]; }
int g() { return sizeof(int); }
int a;
int main() { return a; }
