// effect: strcmp to the difference of the first characters
// passes: call-to-difference
// keep: int main
// expect: int strcmp(const char *, const char *); char a[3]; int main(void) { if (*a - 'x') return 1; }
int strcmp(const char *, const char *);
char a[3];
int main(void) { if (strcmp(a, "xy")) return 1; }
