/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which commit of the compiled project brought the crashing construct in.
 *
 * The compiler stays the same here, and the source is what changes. The lines
 * that the reduced text is made of are blamed; the crash needs all of them, so
 * the newest of their commits is the first guess, and it holds if the file
 * crashes there and at none of its parents. Where it does not hold, the history
 * is bisected.
 */
#ifndef BLAME_BLAME_H
#define BLAME_BLAME_H

#include "bisect/bisection.h"
#include "bisect/verdict.h"

/* A file, and a command that compiles it. All lent. */
typedef struct blame_subject {
  const char *file; /* absolute */
  strings command;  /* words, the file among them, paths absolute */
} blame_subject;

/* What is blamed. All lent. */
typedef struct blame_options {
  runner *run;
  const history *history;
  const char *repository; /* as given, for people */
  const char *file;       /* as given: a path that lies in the work tree, or one
                             from the repository's root */
  const char
      *revision;     /* whose file it is; NULL: HEAD, and if it does not crash
                             the file on disk */
  bool first_parent; /* only first parents are looked at */
  const char *const
      *command; /* words, no launchers and @files among them; paths
                                 into the work tree lead to those of the commit
                                 that is tested */
  const char *cwd;
  verdict_question question; /* as of bisect_options */
  /* Gives the reduced text, caller's; NULL: there is none, and the history is
   * bisected at once. A callback that is NULL does the same. */
  rd_status (*reduce)(char **out, size_t *size_out, void *payload,
                      const blame_subject *subject, rd_error *err);
  void (*notice)(void *payload, const char *line); /* may be NULL */
  void (*detail)(void *payload, const char *line); /* likewise: each answer */
  void *payload;
} blame_options;

/* A line that matters, and where it is from. */
typedef struct blamed_line {
  char *file; /* from the repository's root, as it is called in the revision */
  uint32_t line;
  char *text;       /* valid UTF-8 */
  bool uncommitted; /* then there is no commit */
  object_id commit;
} blamed_line;

typedef struct blame {
  bisection found;    /* its suspects and parents; end, problem */
  char *file;         /* from the repository's root */
  blamed_line *lines; /* those that matter, in the order of the files */
  size_t line_count;
  bool uncommitted; /* only the file as it is on disk crashes: what is not
                       committed brought it in. BISECTION_FOUND, no suspects */
  bool added;       /* the commit is the first that has the file at all */
  bool guessed;     /* the lines told the commit */
} blame;

/* What no commit is told for is no error but out->found.end. RD_ERR_STOPPED: by
 * the runner's flag; RD_ERR_NOTFOUND: no such revision, or it does not have the
 * file; RD_ERR_INVALID: the command makes no sense; RD_ERR_UNSUPPORTED: its
 * compiler cannot be started; RD_ERR_NOSPACE; RD_ERR_IO. Owner: released with
 * blame_dispose in any case. */
rd_status blame_find(blame *out, const blame_options *options, rd_error *err);
void blame_dispose(blame *self);
char *blame_text(const blame *self); /* for people; caller's */
char *blame_json(const blame *self); /* one object; caller's */

#endif
