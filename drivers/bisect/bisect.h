/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bisection: runs the compilers of commits or versions on a file until the
 * first one that crashes is known.
 *
 * The bad revision is tested first, because its crash is the one to look for.
 * The good revision is tested only if nothing else shows that the parents of
 * the commit found are fine. A bisection therefore takes as many probes as `git
 * bisect run` on the same history, give or take one, plus one for the bad
 * revision and one for each parent of the commit found that only the user has
 * declared good.
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
  const strings *good;    /* at least one revision; at most one version, by
                             default the first */
  const char *bad;        /* likewise; NULL: the last version */
  bool first_parent;
  bool test_parents; /* test each parent of the commit found, even if a tested
                        good commit descends from it */
  builds *builds;    /* or NULL */
  const char *prebuilt;    /* path of a commit's compiler, containing {commit};
                              NULL: use `builds`. Commits without one are never
                              tested */
  const strings *versions; /* programs, oldest first; or NULL */
  const char *const
      *command;           /* words that may contain {build}, {commit} and {cc};
                             without any of these, the compiler of --prebuilt or
                             --versions replaces the first word. The file is
                             absent or given by its name */
  const char *file, *cwd; /* as for invocation_parse */
  verdict_question
      question;        /* `run`, text, pattern, limits, and what is known of
                          `expected`; NULL: learn it from the bad revision */
  bisect_log *log;     /* or NULL */
  unsigned build_jobs; /* how far to build ahead; 0: 1 */
  const volatile sig_atomic_t *stop; /* or NULL */
  /* Called for each step; may be NULL. */
  void (*event)(void *payload, const bisect_event *event);
  void *payload;
} bisect_options;

typedef enum bisect_event_kind {
  BISECT_EVENT_BUILD,  /* a build of point->name starts */
  BISECT_EVENT_READY,  /* the compiler of the bad revision is available:
                          point->command */
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

/* A bisection that ends without a single commit is not an error: see out->end.
 * RD_ERR_STOPPED: stopped by the flag, *out shows how far it got;
 * RD_ERR_NOTFOUND: no such revision or version; RD_ERR_INVALID: the revisions
 * or words make no sense; RD_ERR_NOSPACE; RD_ERR_IO. Owner: *out is released
 * with bisection_dispose in any case. */
rd_status bisect_run(bisection *out, const bisect_options *options,
                     rd_error *err);

#endif
