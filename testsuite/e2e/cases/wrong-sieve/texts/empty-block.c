int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
char limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  char *value = malloc(0);
  *value = limit;
  printf("%d\n", scale(*value));
  free(value);
  return 0;
}
