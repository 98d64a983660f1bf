int x;
__attribute__((noinline)) int foo(int *restrict b) {
  x++;
  *b = 0;
  return x;
}
int main(void) {
  return foo(&x);
}
