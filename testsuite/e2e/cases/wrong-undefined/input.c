int printf(const char *, ...);
static int next(int *of) { return ++*of; }
int main(void)
{
  int at = 0;
  printf("%d %d\n", next(&at), next(&at));
  return 0;
}
