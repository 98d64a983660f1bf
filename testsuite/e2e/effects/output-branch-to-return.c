// effect: an output of main under a condition to the condition or its negation
// passes: output-to-return
// keep: !.*a *== *3|if
// expect: int puts(const char *); int a; int main(void) { return !(a == 3); }
int puts(const char *);
int a;
int main(void) { if (a == 3) puts("good"); else puts("bad"); return 0; }
