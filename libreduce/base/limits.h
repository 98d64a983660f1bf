/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The limits of a run, for those that supervise one. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <sys/resource.h>

#include "reduce/process.h"

/* Sets the limits that the kernel enforces, in the process that is to run. */
void limits_set(const rd_limits *limits);
/* How a run ended that nobody stopped: from its wait status, the errno of a
 * failed start (0: none) and its peak memory. */
void limits_decode(int32_t *end_out, int32_t *status_out, int wait_status,
                   int error, uint64_t peak_bytes, const rd_limits *limits);
/* User and system time. */
uint64_t limits_cpu_us(const struct rusage *usage);

#endif
