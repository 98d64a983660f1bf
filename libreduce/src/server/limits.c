/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How long a front end may take for a text. */
#include "server/parts.h"

/* The limits of a request in CPU time. The slowest text known for its size,
 * 20 000 `else if` (400 KB), takes libclang seven seconds. */
enum {
  MOST_MS = 60000,
  FIRST_MS = 5000, /* of the first text: it may include anything */
  LEAST_MS = 1000,
  MS_PER_KIB = 50,
  TIMES_SLOWEST = 20, /* of the texts so far */
  WALL_FACTOR = 10    /* elapsed time in which a request gets its CPU time */
};

uint32_t parse_limit_cpu_ms(const parse_limits *self, size_t size)
{
  enum { ROUND_MS = 100 };
  uint64_t ms = self->slowest_ms
                    ? LEAST_MS + (uint64_t)TIMES_SLOWEST * self->slowest_ms
                    : FIRST_MS;
  if (self->asked_ms)
    return self->asked_ms;
  ms += size / 1024 * MS_PER_KIB;
  ms = (ms + ROUND_MS - 1) / ROUND_MS * ROUND_MS;
  return ms < MOST_MS ? (uint32_t)ms : MOST_MS;
}

uint32_t parse_limit_wall_ms(const parse_limits *self, size_t size)
{
  uint32_t ms = parse_limit_cpu_ms(self, size);
  if (self->asked_ms)
    return ms;
  return ms < MOST_MS / WALL_FACTOR ? ms * WALL_FACTOR : MOST_MS;
}
