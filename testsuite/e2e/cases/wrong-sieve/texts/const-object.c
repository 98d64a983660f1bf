int printf(const char *, ...);
int limit = 5;
static int scale(int value) { return value << 3; }
static const int two[2] = { 1, 2 };
static void set(int *to) { if (limit == 6) *to = 3; }
int main(void)
{
  set((int *)two);
  printf("%d %d\n", scale(limit), *two);
  return 0;
}
