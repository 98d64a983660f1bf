#include "all.h"
int bug(int a1)
{
  return a1;
}
