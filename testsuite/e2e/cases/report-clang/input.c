void show(int);
static int left;
static int twice(int a) { return a * 2; }
void step(void)
{
  left >= 0 && left--;
  show(left);
}
int main(void)
{
  step();
  show(twice(3));
  return 0;
}
