/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the keeper of a command and the server of a zygote do alike.
 *
 * This file needs only libc, because the library that is preloaded into
 * compilers is built from it.
 */
#include "base/limits.h"

#include <signal.h>
#include <sys/wait.h>

static void limit(int resource, rlim_t soft, rlim_t hard)
{
  struct rlimit old;
  if (getrlimit((__rlimit_resource_t)resource, &old))
    return;
  struct rlimit now = {
    .rlim_cur = soft < old.rlim_max ? soft : old.rlim_max,
    .rlim_max = hard < old.rlim_max ? hard : old.rlim_max,
  };
  (void)setrlimit((__rlimit_resource_t)resource, &now);
}

/* Like 0, a core limit of 1 byte prevents a core file; it also keeps the system
 * from starting the handler that core_pattern names (core(5)). */
void limits_set(const rd_limits *limits)
{
  limit(RLIMIT_CORE, 1, 1);
  if (limits->file_bytes)
    limit(RLIMIT_FSIZE, limits->file_bytes, limits->file_bytes);
  if (limits->cpu_ms) {
    rlim_t seconds = limits->cpu_ms / 1000 + 2;
    limit(RLIMIT_CPU, seconds, seconds + 1);
  }
}

void limits_decode(int32_t *end_out, int32_t *status_out, int wait_status,
                   int error, uint64_t peak_bytes, const rd_limits *limits)
{
  bool by_signal = WIFSIGNALED(wait_status);
  *status_out = error       ? error
                : by_signal ? WTERMSIG(wait_status)
                            : WEXITSTATUS(wait_status);
  if (error)
    *end_out = RD_END_NOSTART;
  else if (limits->memory_bytes && peak_bytes > limits->memory_bytes)
    *end_out = RD_END_MEMORY;
  else if (by_signal && *status_out == SIGXCPU && limits->cpu_ms)
    *end_out = RD_END_CPU;
  else
    *end_out = by_signal ? RD_END_SIGNAL : RD_END_EXIT;
}

uint64_t limits_cpu_us(const struct rusage *usage)
{
  const struct timeval *user = &usage->ru_utime, *system = &usage->ru_stime;
  return (uint64_t)(user->tv_sec + system->tv_sec) * 1000000 +
         (uint64_t)(user->tv_usec + system->tv_usec);
}
