int a;
int bug;
int f(int x)
{
  return x + a;
}
int cow(int y)
{
  return f(y);
}
int emu[3];
int b;
