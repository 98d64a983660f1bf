int printf(const char *, ...);
int limit = 5;
static int scale(int value) { return value << 3; }
static int large = 2147483647 + 1;
int main(void)
{
  printf("%d %d\n", scale(limit), large);
  return 0;
}
