int printf(const char *, ...);
int *volatile last;
int limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  int read, turns = 2;
  while (turns--)
    read = scale(limit) < read;
  printf("%d\n", scale(limit));
  return 0;
}
