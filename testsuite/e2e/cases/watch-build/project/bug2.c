#include "all.h"
int bug(int a2)
{
  return a2;
}
