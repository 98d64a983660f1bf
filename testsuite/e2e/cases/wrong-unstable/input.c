int getpid(void), printf(const char *, ...);
int main(void) { printf("%d\n", getpid()); return 0; }
