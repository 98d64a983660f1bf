/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How long a front end may take for a text.
 *
 * That follows from what the last tree took, since most texts are made from its
 * text. The slowest answer says little about them: once 3 MB have become 30
 * lines, a text on which libclang hangs would have a minute.
 */
#include "server/parts.h"

/* The limits of a request in CPU time. The slowest text known for its size,
 * 20 000 `else if` (400 KB), takes libclang seven seconds. */
enum {
  MOST_MS = 60000,
  FIRST_MS = 5000, /* of the first text: it may include anything */
  LEAST_MS = 1000,
  MS_PER_KIB = 50,
  TIMES_OTHERS = 20, /* that of a text of the same size */
  TIMES_LARGER = 2,  /* that of any larger one: both may include a header that
                         takes most of it */
  WALL_FACTOR = 10   /* elapsed time in which a request gets its CPU time */
};

void parse_limits_note(parse_limits *self, uint32_t ms, size_t tree_size)
{
  if (ms > self->slowest_ms)
    self->slowest_ms = ms;
  if (!tree_size)
    return;
  self->tree_ms = ms;
  self->tree_size = tree_size;
}

/* What may be expected of a text after the others, many times over. */
static uint64_t expected_ms(const parse_limits *self, size_t size)
{
  if (!self->slowest_ms)
    return FIRST_MS;
  if (size / 2 >= self->tree_size)
    return LEAST_MS + (uint64_t)TIMES_OTHERS * self->slowest_ms;
  uint64_t times = (uint64_t)TIMES_OTHERS * size / self->tree_size;
  times = times < TIMES_LARGER ? TIMES_LARGER : times;
  times = times > TIMES_OTHERS ? TIMES_OTHERS : times;
  return LEAST_MS + times * self->tree_ms;
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
