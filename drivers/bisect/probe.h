/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Testing one compiler of a bisection. */
#ifndef BISECT_PROBE_H
#define BISECT_PROBE_H

#include "bisect/points.h"
#include "bisect/prebuilt.h"

/* A bisection in progress. */
typedef struct bisecting {
  const bisect_options *options;
  bisection *out;
  points points;
  prebuilt *prebuilt; /* or NULL */
  search *search;
  verdict_question question; /* `expected` is set once it is known */
  signature learned;
  bisect_point bad;
  bisect_point **tested; /* in the order of testing; without the bad one */
  size_t tested_count;
  bool over; /* out->end holds the reason */
} bisecting;

/* A compiler that was requested. */
typedef struct found_compiler {
  bool is_there;
  invocation command; /* what to run, if it is available */
  compiler asked;     /* what it is; the command has its extra words */
  char *version;      /* its number, such as "12.2.0", or NULL */
  char *reason;       /* if it is not available: why, one line */
  char *log;          /* the log file of a failed build, or NULL */
  bool built, cached; /* by us: now, or in an earlier run */
  char *notice;       /* from builds_get, or NULL */
} found_compiler;

void found_compiler_dispose(found_compiler *self);

/* Gets the compiler of a commit or version. Fails like builds_get and
 * invocation_parse. Owner: *out is released with found_compiler_dispose in any
 * case. */
rd_status compiler_find(found_compiler *out, const bisecting *self,
                        const bisect_point *of, rd_error *err);

/* Calls the caller's event; fills in the remaining members. */
void bisecting_tell(const bisecting *self, bisect_event_kind kind,
                    const bisect_point *point, const char *line);
/* Ends the bisection for this reason; only the first call counts. */
void bisecting_end(bisecting *self, bisection_end end, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Notes that answers are unreliable; only the first reason counts. */
void bisecting_is_flaky(bisecting *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Tests the bad revision, which defines what to look for; over if it shows
 * nothing. */
rd_status probe_bad(bisecting *self, rd_error *err);
/* Writes the good revisions to the log, as the user named them. */
rd_status probe_log_good(bisecting *self, rd_error *err);
/* Tests a point, unless the log has its answer. Moves `point`, which is
 * empty afterwards, to the tested ones. Reports no event. *out is lent from
 * `self`. */
rd_status probe(const bisect_point **out, bisecting *self, bisect_point *point,
                rd_error *err);
/* A tested point, or NULL. Lent as long as `self`. */
bisect_point *probe_find(const bisecting *self, const char *name);
/* Fills in the command of a point if its compiler is available, and keeps that;
 * with options->test_parents, a missing one is built. */
rd_status probe_command(bisecting *self, bisect_point *point, rd_error *err);

#endif
