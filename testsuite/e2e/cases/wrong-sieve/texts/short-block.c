int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
struct limits {
  unsigned low : 4;
  unsigned high : 28;
};
static int scale(int value) { return value << 3; }
int main(void)
{
  struct limits *limits = malloc(1);
  limits->low = 5;
  printf("%d\n", scale(limits->low));
  free(limits);
  return 0;
}
