// effect: an output of main that a condition decides to the condition
// passes: output-to-return
// keep: return .*a *== *3|&&
// expect: int puts(const char *); int a; int main(void) { return a == 3; }
int puts(const char *);
int a;
int main(void) { a == 3 && puts("good"); puts("end"); puts("all"); }
