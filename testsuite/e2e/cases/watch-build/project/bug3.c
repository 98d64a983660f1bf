#include "all.h"
int bug(int a3)
{
  return a3;
}
