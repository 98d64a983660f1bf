int printf(const char *, ...);
static int next(int a) { return a + 1; }
int take(value) int value __attribute__((vector_size(8)));
{
  return next(2);
}
int main(void)
{
  for (int i = 0; i < 10; i++)
    printf("%d\n", next(i));
  return 0;
}
