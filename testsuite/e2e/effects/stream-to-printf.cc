// effect: output to std::cout to a call of printf
// passes: stream-to-printf
// keep: void f.*a
// expect: namespace std { struct S { S &operator<<(int); S &operator<<(const char *); } cout; }
// expect: void f(int a) { __builtin_printf("50%% %d\n", a); }
namespace std { struct S { S &operator<<(int); S &operator<<(const char *); } cout; }
void f(int a) { std::cout << "50% " << a << "\n"; }
