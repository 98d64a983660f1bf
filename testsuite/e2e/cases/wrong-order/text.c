void abort(void);
int set = 5;
int f(void) { set = 1; return 1; }
int main(void)
{
  if (set - f() != 4)
    abort();
  return 0;
}
