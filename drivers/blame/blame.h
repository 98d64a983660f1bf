/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which commit of the compiled project brought the crashing construct in.
 *
 * The compiler stays the same here, and the source is what changes. The lines of
 * the file that the reduced text is made of are blamed; the crash needs all of
 * them, so the newest of their commits is the first guess, and it holds if the
 * file crashes there and at none of its parents. Where it does not hold, the
 * commits that touch the file are bisected.
 */
#ifndef BLAME_BLAME_H
#define BLAME_BLAME_H

#include "bisect/bisection.h"
#include "bisect/verdict.h"

/* What is blamed. All lent. */
typedef struct blame_options {
  runner *run;
  const history *history;
  const char *file;     /* as given; lies in the work tree, or `revision` and
                                 `path` name it */
  const char *revision; /* whose file it is; NULL: HEAD */
  const char *const
      *command; /* words; paths into the work tree lead to those of
                                 the commit that is tested */
  const char *cwd;
  verdict_question question; /* as of bisect_options */
  const uint32_t *lines;     /* of the file, from 1, that matter, sorted; */
  size_t line_count;         /* 0: not known */
  const volatile sig_atomic_t *stop;
  void (*notice)(void *payload, const char *line);
  void *payload;
} blame_options;

/* A line that matters, and where it is from. */
typedef struct blamed_line {
  uint32_t line;
  char *text;
  object_id commit;
} blamed_line;

typedef struct blame {
  bisection found;    /* its suspects and parents; end, problem */
  blamed_line *lines; /* those that matter, in the file's order */
  size_t line_count;
  bool uncommitted; /* only the file as it is on disk crashes: what is not
                       committed brought it in */
  bool guessed;     /* the first guess held */
} blame;

/* Errors as of bisect_run. Owner: released with blame_dispose in any case. */
rd_status blame_find(blame *out, const blame_options *options, rd_error *err);
void blame_dispose(blame *self);
char *blame_text(const blame *self); /* for people; caller's */
char *blame_json(const blame *self); /* one object; caller's */

#endif
