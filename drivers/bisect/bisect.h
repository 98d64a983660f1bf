/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The bisection: asks compilers of commits or versions for a file until the first
 * that crashes is known.
 *
 * The bad one is tested first: its crash is what is looked for. The good one is
 * tested only if nothing else shows that the parents of the commit found are fine.
 * So it takes as many probes as `git bisect run` on the same history, give or take
 * one, one more for the bad one, and one for each parent of the commit found that
 * is good by the user's word alone.
 */
#ifndef BISECT_BISECT_H
#define BISECT_BISECT_H

#include "bisect/bisection.h"
#include "bisect/builds.h"
#include "bisect/log.h"
#include "bisect/verdict.h"

typedef struct bisect_event bisect_event;

/* What to bisect. All lent. */
typedef struct bisect_options {
  runner *run;
  const history *history; /* NULL: versions */
  const char *repository; /* as given, for the result */
  const strings *good;    /* revisions, at least one; of versions one, or none:
                             the first */
  const char *bad;        /* likewise; of versions NULL is the last */
  bool first_parent;
  bool test_parents; /* each parent of the commit found, also where a good one
                        that was tested is made from it */
  builds *builds;    /* or NULL */
  const char *prebuilt; /* path of a commit's compiler with {commit} in it, or
                           NULL: there are builds. A commit without one is not
                           asked for */
  const strings *versions; /* programs, oldest first; or NULL */
  const char *const
      *command;           /* words, {build}, {commit} and {cc} in them; without
                                 any of these the compiler of --prebuilt and
                                 --versions takes the place of the first; no file
                                 or the file's name */
  const char *file, *cwd; /* as for invocation_parse */
  verdict_question
      question;        /* `run`, text, pattern, limits; of `expected` what is
                                 known: NULL, it is what the bad one shows */
  bisect_log *log;     /* or NULL */
  unsigned build_jobs; /* how far to build ahead; 0: 1 */
  const volatile sig_atomic_t *stop; /* or NULL */
  /* Told of each step; NULL: nobody. */
  void (*event)(void *payload, const bisect_event *event);
  void *payload;
} bisect_options;

typedef enum bisect_event_kind {
  BISECT_EVENT_BUILD,  /* a compiler of point->name is built, now */
  BISECT_EVENT_READY,  /* the bad one's compiler is there: point->command */
  BISECT_EVENT_ANSWER, /* point->answer, detail */
  BISECT_EVENT_NOTICE  /* line */
} bisect_event_kind;

struct bisect_event {
  bisect_event_kind kind;
  const bisect_point *point;
  const char *line;
  size_t commits_left;
  unsigned steps_left;
};

/* What there is no single commit for is no error but out->end. RD_ERR_STOPPED: by
 * the flag, *out tells how far it got; RD_ERR_NOTFOUND: no such revision or
 * version; RD_ERR_INVALID: revisions or words that make no sense; RD_ERR_NOSPACE;
 * RD_ERR_IO. Owner: *out is released with bisection_dispose in any case. */
rd_status bisect_run(bisection *out, const bisect_options *options,
                     rd_error *err);

#endif
