#include <stdio.h>
#include <stdlib.h>

struct door {
  unsigned open : 1;
  unsigned locked : 1;
  unsigned painted : 1;
  int visits;
};

static int greetings;

__attribute__((noinline)) static void shut(struct door *which)
{
  which->open = 1;
  which->locked = 1;
}

__attribute__((noinline)) static struct door *build(int visits)
{
  struct door *made = malloc(sizeof *made);
  made->painted = 1;
  made->visits = visits;
  shut(made);
  return made;
}

static void greet(int times)
{
  while (times-- > 0)
    greetings++;
}

int main(void)
{
  struct door *front = build(3);
  greet(front->visits);
  printf("greeted %d times\n", greetings);
  if (!front->painted)
    abort();
  return 0;
}
