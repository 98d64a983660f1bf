/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How long a front end may take for a text.
 *
 * That follows from what others of its size and smaller ones took, and from the
 * last tree, since most texts are made from its text. The slowest answer of all
 * says little: once 3 MB have become 30 lines, a text on which libclang hangs
 * would have a minute.
 */
#include "server/parts.h"

/* The limits of a request in CPU time. The slowest text known for its size,
 * 20 000 `else if` (400 KB), takes libclang seven seconds. */
enum {
  MOST_MS = 60000,
  FIRST_MS = 5000, /* of the first text: it may include anything */
  LEAST_MS = 2000,
  MS_PER_KIB = 50,
  TIMES_OTHERS = 20, /* that of a text that is no larger */
  TIMES_TREE = 2,    /* that of the last tree: both may include a header that
                        takes most of it */
  WALL_FACTOR = 10   /* elapsed time in which a request gets its CPU time */
};

static unsigned class_of(size_t size)
{
  unsigned logarithm = 0;
  for (; size > 1; size /= 2)
    logarithm++;
  return logarithm;
}

void parse_limits_note(parse_limits *self, uint32_t ms, size_t size, bool tree)
{
  uint32_t *slowest = &self->slowest_ms[class_of(size)];
  if (ms > *slowest)
    *slowest = ms;
  if (tree)
    self->tree_ms = ms;
}

/* What may be expected of a text after the others, many times over. */
static uint64_t expected_ms(const parse_limits *self, size_t size)
{
  uint64_t slowest = 0, tree = (uint64_t)TIMES_TREE * self->tree_ms;
  for (unsigned i = 0; i < SIZE_CLASSES; i++)
    if (self->slowest_ms[i] > slowest && (i <= class_of(size) || !slowest))
      slowest = self->slowest_ms[i];
  if (!slowest)
    return FIRST_MS;
  slowest *= TIMES_OTHERS;
  return LEAST_MS + (slowest > tree ? slowest : tree);
}

uint32_t parse_limit_cpu_ms(const parse_limits *self, size_t size)
{
  enum { ROUND_MS = 100 };
  if (self->asked_ms)
    return self->asked_ms;
  uint64_t ms = expected_ms(self, size) + size / 1024 * MS_PER_KIB;
  ms = (ms + ROUND_MS - 1) / ROUND_MS * ROUND_MS;
  return ms < MOST_MS ? (uint32_t)ms : MOST_MS;
}

uint32_t parse_limit_wall_ms(const parse_limits *self, size_t size)
{
  uint32_t ms = parse_limit_cpu_ms(self, size);
  return self->asked_ms ? ms : ms * WALL_FACTOR;
}
