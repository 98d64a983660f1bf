// effect: what main chooses its output by to what it returns
// passes: output-to-return
// keep: main.*a *== *3
// expect: int puts(const char *); int a; int main(void) { return a == 3; }
int puts(const char *);
int a;
int main(void) { puts(a == 3 ? "good" : "bad"); }
