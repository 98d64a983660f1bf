int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int limit = 5;
static int scale(int value) { return value << 3; }
int main(void)
{
  int *values = malloc(sizeof *values);
  if (*values == 77777)
    printf("odd\n");
  printf("%d\n", scale(limit));
  free(values);
  return 0;
}
