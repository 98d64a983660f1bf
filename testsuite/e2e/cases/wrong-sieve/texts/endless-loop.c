int printf(const char *, ...);
int limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  int left = scale(limit);
  printf("%d\n", left);
  while (left > 30)
    ;
  return 0;
}
