int printf(const char *, ...);
int limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  float same = 1;
  printf("%d %d\n", scale(limit), *(int *)&same > 0);
  return 0;
}
