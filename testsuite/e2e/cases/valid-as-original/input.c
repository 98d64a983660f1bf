struct s { int a; char b; };
extern int printf(const char *, ...);
static int helper(struct s *p, int n)
{
  int total = 0;
  for (int i = 0; i < n; i++)
    total += p[i].a * p[i].b;
  return total;
}
int unwind(void)
{
  struct s v[3] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
  int r = helper(v, 3);
  printf("%d\n", r);
  return r > 3 ? 1 : 0;
}
