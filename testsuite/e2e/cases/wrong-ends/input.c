int printf(const char *, ...);
int main(void)
{
  printf("%d\n", -4 < sizeof 0);
  return 0;
}
