int main(void)
{
  int more = 0;
  while (more)
    ;
  return 0;
}
