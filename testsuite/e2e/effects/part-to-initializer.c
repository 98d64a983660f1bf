// effect: first field or element declared with its first value
// passes: assignment-to-initializer
// keep: x.*2
// keep: x.a
// expect: struct { int a, b; } x = {2}; int main() { return x.a; }
struct { int a, b; } x;
int main() { x.a = 2; return x.a; }
