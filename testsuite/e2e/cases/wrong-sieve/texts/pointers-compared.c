int printf(const char *, ...);
int limit = 5;
static int scale(int value) { return value << 3; }
int a, b;
static int before(int *x, int *y) { return x < y; }
int main(void)
{
  printf("%d %d\n", scale(limit), before(&a, &b) > 1);
  return 0;
}
