#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static int scale(int value) { return value << 3; }
int main(void)
{
  int *kept = malloc(sizeof *kept);
  if (!kept)
    return 1;
  *kept = abs(-5);
  printf("%d\n", scale(*kept));
  free(kept);
  return 0;
}
