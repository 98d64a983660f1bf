int main(void)
{
  unsigned more = 0;
  for (volatile unsigned i = 0; more && i < 500000000; i++)
    ;
  return more;
}
