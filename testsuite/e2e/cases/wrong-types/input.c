static long given;
static long long kept = 1;
static void count(long long *of) { *of += 1; }
static void (*volatile call)(long long *) = count;
int main(void)
{
  long long *at = (void *)&given;
  at = &kept;
  given = 1;
  call(at);
  return (int)*at << 3 != 16 || given < 1;
}
