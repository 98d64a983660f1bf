template <class T> struct S { T t; };
namespace n { int bug; }
int main() { S<int> s; return s.t; }
