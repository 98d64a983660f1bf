#include "all.h"
int main(void)
{
  int unused;
  return other(1);
}
