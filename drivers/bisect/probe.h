/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Asking one compiler of a bisection. */
#ifndef BISECT_PROBE_H
#define BISECT_PROBE_H

#include "bisect/compilers.h"

/* A bisection that runs. */
typedef struct bisecting {
  const bisect_options *options;
  bisection *out;
  points points;
  compilers *compilers;
  search *search;
  verdict_question question; /* `expected` once it is known */
  signature learned;
  bisect_point bad;
  bisect_point **tested; /* in their order; not the bad one */
  size_t tested_count;
  bool over; /* out->end says how it ended */
} bisecting;

/* Tells the caller's event; what is left is filled in. */
void bisecting_tell(const bisecting *self, bisect_event_kind kind,
                    const bisect_point *point, const char *line);
/* Ends it for this reason; the first one counts. */
void bisecting_end(bisecting *self, bisection_end end, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Notes that answers are not to be trusted; the first reason counts. */
void bisecting_is_flaky(bisecting *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Tests the bad one, which tells what is looked for; over if it shows nothing. */
rd_status probe_bad(bisecting *self, rd_error *err);
/* Writes the good ones to the log, as the user has named them. */
rd_status probe_log_good(bisecting *self, rd_error *err);
/* Tests one, unless the log knows what came out, and takes `point`, which is
 * empty afterwards, in among those that were tested. Its answer is not told. Lent
 * as long as `self`. */
rd_status probe(const bisect_point **out, bisecting *self, bisect_point *point,
                rd_error *err);
/* One that was tested, or NULL. Lent likewise. */
bisect_point *probe_find(const bisecting *self, const char *name);
/* Fills in the command of a point, if its compiler is there, which then stays; with
 * options->test_parents it is built if it is not. */
rd_status probe_command(bisecting *self, bisect_point *point, rd_error *err);

#endif
