// effect: a value in main to what main returns (compared with its right value)
// passes: known-to-return
// watch: gcc -w input.c -o program
// keep: b..; return b !=|return .a . 2. != 5
// keep: int main.void. . .*a
// expect: int a, b; int main(void) { a = 3; return (a + 2) != 5; }
int a, b;
int main(void) { a = 3; b = a + 2; b++; return b != 6; }
