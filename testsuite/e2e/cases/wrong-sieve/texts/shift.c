int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  int places = limit * 8;
  printf("%d %d\n", scale(limit), (1 << places) == 77777);
  return 0;
}
