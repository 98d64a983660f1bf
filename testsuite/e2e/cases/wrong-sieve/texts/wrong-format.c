int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  printf("%d %ld\n", scale(limit), limit * 0);
  return 0;
}
