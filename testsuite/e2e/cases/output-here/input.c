int a;
int bug;
int f(int x)
{
  return x + a;
}
int b;
