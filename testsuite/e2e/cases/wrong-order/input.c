void abort(void);
int main(void)
{
  if (-4 < sizeof 0)
    abort();
  return 0;
}
