#include "all.h"
int other(int a)
{
  return a - 1;
}
