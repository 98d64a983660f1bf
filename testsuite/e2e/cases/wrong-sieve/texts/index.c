int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
int values[3];
int main(void)
{
  printf("%d %d\n", scale(limit), values[limit] == 77777);
  return 0;
}
