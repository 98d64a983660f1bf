static unsigned scale(unsigned value, unsigned steps)
{
  unsigned wide = value << steps;
  return wide % 10u;
}

static int sum(int count, const int *values)
{
  int i, total = 0;
  for (i = 0; i < count; i++)
    total += (int)scale((unsigned)values[i], 3);
  return total;
}

int main(void)
{
  static const int values[] = { 1, 2, 3, 4, 5 };
  return sum(5, values);
}
