#ifndef GIVEN
#error not given
#endif
static int scale(int value) { return value << 3; }
int main(void)
{
  if (scale(1) != 8)
    __builtin_abort();
  return 0;
}
