int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
static int check(int value) { if (value > 9) return 1; }
int main(void)
{
  printf("%d\n", scale(limit));
  return check(limit) == 77777;
}
