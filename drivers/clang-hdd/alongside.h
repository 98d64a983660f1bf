/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bisection beside the reduction (--bisect). Except where noted, a NULL
 * alongside means that no bisection was asked for, and the functions do
 * nothing. */
#ifndef CLANG_HDD_ALONGSIDE_H
#define CLANG_HDD_ALONGSIDE_H

#include "bisect/bisection.h"
#include "clang-hdd/bisect_child.h"
#include "clang-hdd/progress.h"
#include "clang-hdd/request.h"
#include "compiler/runner.h"

typedef struct alongside {
  const request *request;
  bisect_child *child;
  char *folder;    /* of its log and result */
  strings command; /* of the bad revision */
  bool crashes;    /* the bad revision has crashed */
  bool over;
  runner run; /* runs the guard, between the tests of others */
  bool has_run;
  bisection found;
  bool has_found; /* it ended with a result, of any kind */
} alongside;

/* With --bisect: starts the bisection and waits until the compiler of the bad
 * revision is built. On failure, exit code and message are those of the
 * bisection. Owner: *out is released with alongside_free in any case. */
exit_code alongside_start(alongside **out, const request *asked);
void alongside_free(alongside *self);
/* The command of the bad revision, which replaces the one in the request; NULL
 * if there is none. Lent. */
const strings *alongside_command(const alongside *self);
/* Reads events of the bisection, waiting up to `wait_ms` for the first. Not
 * NULL. */
void alongside_hear(alongside *self, int wait_ms);
/* Waits for its end, a key or a signal. */
exit_code alongside_await(alongside *self);

#endif
