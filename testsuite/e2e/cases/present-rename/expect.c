struct S {
  int x;
} a;
int f() {
  int b = 1;
  return b;
}
