int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  int at = 0;
  at = at++ + 1;
  printf("%d %d\n", scale(limit), at > 5);
  return 0;
}
