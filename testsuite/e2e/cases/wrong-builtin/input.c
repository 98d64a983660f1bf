int main(void)
{
  int one = 1;
  if (one << 3 != 8)
    __builtin_abort();
  __builtin_exit(0);
}
