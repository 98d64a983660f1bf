int printf(const char *, ...);
int limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  printf("%d %d\n", scale(limit), main ? 1 : 0);
  return 0;
}
