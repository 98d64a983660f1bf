int below(int n, ...)
{
  __builtin_va_list ap;
  double value = 0;
  __builtin_va_start(ap, n);
  value = __builtin_va_arg(ap, double);
  __builtin_va_end(ap);
  return value < 0;
}
int main(void) { return below(1, 2.0); }
