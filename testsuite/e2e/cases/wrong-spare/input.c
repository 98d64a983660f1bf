/* Clang has no nested functions. */
int main(void)
{
  int a = 1, b[2];
  int add(int i) { return i + 1; }
  b[0] = a << 3;
  b[1] = add(b[0]);
  return b[1] != 9;
}
