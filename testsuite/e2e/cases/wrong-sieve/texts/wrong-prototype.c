int printf(const char *, ...);
int sysconf(int, int);
int limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  printf("%d\n", scale(limit) + (sysconf(30, 0) & 0));
  return 0;
}
