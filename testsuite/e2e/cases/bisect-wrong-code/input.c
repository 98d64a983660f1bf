int printf(const char *, ...);
int limit = 10, unused = 3;

static int scale(int value)
{
  if (value > limit)
    value = limit;
  return value << 3;
}

static int sum(const int *from, int count)
{
  int total = 0;
  for (int i = 0; i < count; i++)
    total += from[i];
  return total;
}

int main(void)
{
  int values[] = { 1, 2, 3 };
  printf("sum %d\n", sum(values, 3));
  printf("scaled %d\n", scale(sum(values, 2)));
  printf("unused %d\n", unused);
  return 0;
}
