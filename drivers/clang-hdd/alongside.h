/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bisection beside the reduction (--bisect). Where nothing else is said, a NULL
 * is one that was not asked for, and all of these do nothing. */
#ifndef CLANG_HDD_ALONGSIDE_H
#define CLANG_HDD_ALONGSIDE_H

#include "bisect/bisection.h"
#include "clang-hdd/bisect_child.h"
#include "clang-hdd/progress.h"
#include "clang-hdd/request.h"
#include "compiler/runner.h"

typedef struct alongside {
  const request *request;
  progress *progress;
  bisect_child *child;
  char *folder;    /* where it is kept */
  strings command; /* the bad revision's */
  bool crashes;    /* the bad revision was seen to */
  bool over;
  runner run; /* of the guard, between the tests of others */
  bool has_run;
  bisection found;
  bool has_found; /* it ended with a bisection, whichever */
} alongside;

/* With --bisect: starts the bisection, and waits until the bad revision's
 * compiler is there. Otherwise the code and the line are those of the bisection.
 * Owner: *out is released with alongside_free in any case. */
exit_code alongside_start(alongside **out, const request *asked,
                          progress *shown);
void alongside_free(alongside *self);
/* The bad revision's command, which is to take the place of that in the request;
 * NULL: there is none. Lent. */
const strings *alongside_command(const alongside *self);
/* Hears what the bisection has to say, waiting up to so long for it. Not NULL. */
void alongside_hear(alongside *self, int wait_ms);
/* Waits for its end, or for a key or signal. */
exit_code alongside_await(alongside *self);

#endif
