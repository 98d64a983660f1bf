int f1(int x)
{
  if (x > 1)
    return x * 1 + g1;
  return 0;
}
int g1 = 1;
int f2(int x)
{
  if (x > 2)
    return x * 2 + g2;
  return 0;
}
int g2 = 2;
int f3(int x)
{
  if (x > 3)
    return bug(x) + ant(x) + bee(x) + cow(x);
  return 0;
}
int g3 = 3;
int f4(int x)
{
  if (x > 4)
    return x * 4 + g4;
  return 0;
}
int g4 = 4;
int f5(int x)
{
  if (x > 5)
    return x * 5 + g5;
  return 0;
}
int g5 = 5;
int f6(int x)
{
  if (x > 6)
    return x * 6 + g6;
  return 0;
}
int g6 = 6;
int f7(int x)
{
  if (x > 7)
    return x * 7 + g7;
  return 0;
}
int g7 = 7;
int f8(int x)
{
  if (x > 8)
    return x * 8 + g8;
  return 0;
}
int g8 = 8;
int f9(int x)
{
  if (x > 9)
    return x * 9 + g9;
  return 0;
}
int g9 = 9;
int f10(int x)
{
  if (x > 10)
    return x * 10 + g10;
  return 0;
}
int g10 = 10;
