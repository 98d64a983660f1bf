static long long g = 5;
__attribute__((noinline)) long long set(long *p) { g = 6; *p = 7; return g; }
int main(void)
{
  if (set((long *)&g) != 7)
    __builtin_abort();
  return 0;
}
