int printf(const char *, ...);

static int up(int value)
{
  int all = 0;
  for (int i = 0; i < 3; i++)
    all += value << 3;
  return all;
}

int main(void)
{
  int value = 20;
  printf("%d\n", value >> 1);
  printf("%d\n", up(10));
  return 0;
}
