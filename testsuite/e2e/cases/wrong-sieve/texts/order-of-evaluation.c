int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
static int next(int *of) { return ++*of; }
int main(void)
{
  int at = 0;
  printf("%d %d %d\n", scale(limit), next(&at), next(&at));
  return 0;
}
