struct S {
  int x;
} variable;
int f() {
  int a = 1;
  return a;
}
