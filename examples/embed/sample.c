/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Something to reduce. */
typedef unsigned long size;

struct point {
  int x, y;
  struct point *next;
};

static int square(int n)
{
  return n * n;
}

static int norm(const struct point *p, int scale)
{
  if (scale > 1)
    return square(p->x) / scale + square(p->y) / scale;
  return p->x + p->y;
}

size count(const struct point *list)
{
  size n = 0;
  for (; list; list = list->next)
    n += norm(list, 2) > 0;
  return n;
}
