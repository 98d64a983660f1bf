int a;
int f(int x)
{
  return x + a;
}
int bug(int y)
{
  return f(y);
}
