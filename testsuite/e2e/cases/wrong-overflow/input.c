int printf(const char *, ...);
static int is_last(int at)
{
  int next = at + 1;
  return next < at;
}
int main(int argc, char **argv)
{
  (void)argv;
  printf("%d\n", is_last(2147483648u - argc));
  return 0;
}
