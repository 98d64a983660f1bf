/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Clock readings as one number; functions without a clock argument use the
 * monotonic clock. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_ns(clockid_t clock)
{
  struct timespec now = { 0 };
  (void)clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline uint64_t now_ns(void)
{
  return clock_ns(CLOCK_MONOTONIC);
}

static inline uint64_t now_us(void)
{
  return now_ns() / 1000;
}

static inline uint64_t now_ms(void)
{
  return now_ns() / 1000000;
}

#endif
