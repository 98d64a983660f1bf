// effect: a cast for a format to another conversion
// passes: cast-to-conversion
// keep: printf\(
// expect: int printf(const char *, ...); long a; void f(int b) { printf("%5d %ld\n", b, a); }
int printf(const char *, ...);
long a;
void f(int b) { printf("%5d %d\n", b, (int)a); }
