int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
static int pick(int which) { int value; if (which > 9) value = 1; return value; }
int main(void)
{
  printf("%d\n", scale(limit));
  return pick(limit) == 77777;
}
