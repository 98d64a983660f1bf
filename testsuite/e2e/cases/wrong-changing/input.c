int printf(const char *, ...), getpid(void);
int one = 1, unused;
int main(void)
{
  unused = one;
  printf("%d\n", one << 3);
  return 0;
}
