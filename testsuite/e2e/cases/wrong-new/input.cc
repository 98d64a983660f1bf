#include <stdlib.h>
void *operator new(size_t size)
{
  return malloc(size);
}
int main()
{
  int *one = new int(1);
  return *one << 3 != 8;
}
