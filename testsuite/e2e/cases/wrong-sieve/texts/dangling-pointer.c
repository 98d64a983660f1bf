int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
int *kept;
static void keep(void) { int local = 3; kept = &local; }
int main(void)
{
  keep();
  printf("%d %d\n", scale(limit), *kept == 77777);
  return 0;
}
