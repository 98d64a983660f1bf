#include "all.h"
int wrong(int a)
{
  return b;
}
