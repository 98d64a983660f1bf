int printf(const char *, ...);
int limit = 5;
static int scale(int value) { return value << 3; }
static float set(float *to, int *from) { *to = 1; *from = 0; return *to; }
int main(void)
{
  int same;
  printf("%d %d\n", scale(limit), set((float *)&same, &same) > 5);
  return 0;
}
