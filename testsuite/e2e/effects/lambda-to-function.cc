// effect: a lambda to a function
// passes: lambda-to-function
// keep: return 1
// expect: auto f(int) { return 1; } int g() { return f(2); }
int g() {
  auto f = [](int) { return 1; };
  return f(2);
}
