// effect: numbers less what main's result is compared with
// passes: constants-less
// keep: a = .; return a|a = 29
// expect: int a; int main(void) { a = 0; return a; }
int a;
int main(void) { a = 29; return a != 29; }
