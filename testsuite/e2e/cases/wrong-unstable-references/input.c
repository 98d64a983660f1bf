int getpid(void), printf(const char *, ...);
int two = 2;
int main(void)
{
  printf("%d\n", getpid());
  if (two << 3 != 16)
    __builtin_abort();
  return 0;
}
