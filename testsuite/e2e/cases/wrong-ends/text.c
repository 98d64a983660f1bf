int f(void) { return 7; }
int main(void)
{
  f();
}
