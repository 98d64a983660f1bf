struct counter { int turns, limit; };
__attribute__((noinline)) void begin(struct counter *c)
{
  c->limit = 5;
  c->turns = 0;
}
int main(void)
{
  struct counter *c = __builtin_malloc(sizeof *c);
  begin(c);
  return c->limit != 5;
}
