int printf(const char *, ...);
int limit = 5;
static int scale(int value) { return value << 3; }
int a, b;
int main(void)
{
  printf("%d %d\n", scale(limit), &a - &b == 1000);
  return 0;
}
