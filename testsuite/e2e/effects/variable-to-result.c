// effect: a variable that carries a value out of functions to what they return
// passes: variable-to-result
// keep: h
// keep: k..
// expect: long f(int a) { k(); return a; } long h() { return f(3); } int main() { return !h(); }
long g;
void f(int a) { k(); g = a; }
void h() { f(3); }
int main() { h(); return !g; }
