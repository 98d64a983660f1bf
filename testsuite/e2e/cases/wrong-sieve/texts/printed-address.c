int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  printf("%d %p\n", scale(limit), (void *)&limit);
  return 0;
}
