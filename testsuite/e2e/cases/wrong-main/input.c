int one = 1;
int f(int by)
{
  return one << 3 + by;
}
int main(void)
{
  return f(0) != 8;
}
