int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
int large = 2147483647;
int main(void)
{
  large += limit;
  printf("%d\n", scale(limit));
  return 0;
}
