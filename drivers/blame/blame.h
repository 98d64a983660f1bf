/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the commit of the compiled project that introduced the crashing
 * construct.
 *
 * Here the compiler stays the same and the source changes. The lines that the
 * reduced text was made of are blamed. The crash needs all of them, so the
 * newest of their commits is the first guess. The guess is right if the file
 * crashes there and at none of its parents. Otherwise the history is bisected.
 */
#ifndef BLAME_BLAME_H
#define BLAME_BLAME_H

#include "bisect/bisection.h"
#include "bisect/verdict.h"

/* A file, and a command that compiles it. All lent. */
typedef struct blame_subject {
  const char *file; /* absolute */
  strings command;  /* words, including the file, paths absolute */
} blame_subject;

/* What to blame. All lent. */
typedef struct blame_options {
  runner *run;
  const history *history;
  const char *repository; /* as given, for output */
  const char *file;       /* as given: a path in the work tree, or one from the
                             repository's root */
  const char *revision; /* whose file to test; NULL: HEAD, and if that does not
                           crash, the file on disk */
  bool first_parent;    /* follow only first parents */
  const char *const
      *command; /* words, without launchers and @files; paths into the work tree
                   are redirected to the tested commit */
  const char *cwd;
  verdict_question question; /* as of bisect_options */
  /* Returns the reduced text, caller's; NULL: there is none, and the history is
   * bisected at once. The same if the callback is NULL. */
  rd_status (*reduce)(char **out, size_t *size_out, void *payload,
                      const blame_subject *subject, rd_error *err);
  void (*notice)(void *payload, const char *line); /* may be NULL */
  void (*detail)(void *payload, const char *line); /* likewise: each answer */
  void *payload;
} blame_options;

/* A line that matters, and its origin. */
typedef struct blamed_line {
  char *file; /* from the repository's root, under its name in the revision */
  uint32_t line;
  char *text;       /* valid UTF-8 */
  bool uncommitted; /* there is no commit */
  object_id commit;
} blamed_line;

typedef struct blame {
  bisection found;    /* its suspects and parents; end, problem */
  char *file;         /* from the repository's root */
  blamed_line *lines; /* those that matter, in the order of the files */
  size_t line_count;
  bool uncommitted; /* only the file on disk crashes: uncommitted changes
                       introduced the crash. BISECTION_FOUND, no suspects */
  bool added;       /* the commit added the file */
  bool guessed;     /* the lines identified the commit */
} blame;

/* A blame that finds no commit is not an error: see out->found.end.
 * RD_ERR_STOPPED: by the runner's flag; RD_ERR_NOTFOUND: no such revision, or
 * it does not have the file; RD_ERR_INVALID: the command makes no sense;
 * RD_ERR_UNSUPPORTED: its compiler cannot be started; RD_ERR_NOSPACE;
 * RD_ERR_IO. Owner: released with blame_dispose in any case. */
rd_status blame_find(blame *out, const blame_options *options, rd_error *err);
void blame_dispose(blame *self);
char *blame_text(const blame *self); /* for people; caller's */
char *blame_json(const blame *self); /* one object; caller's */

#endif
