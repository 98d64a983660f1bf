// effect: an output of main in a loop to a failure
// passes: output-to-return
// keep: while .a--. if .a == 3
// expect: int puts(const char *); int a; int main(void) { while (a--) if (a == 3) return 1; puts("end"); }
int puts(const char *);
int a;
int main(void) { while (a--) if (a == 3) puts("bad"); puts("end"); }
