/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Compilers built from the commits of a history. A build needs a checkout, the
 * user's build command, and a private folder to install into; results are kept
 * by commit in a cache of bounded size.
 *
 *   CACHE/builds/KEY/COMMIT/          what the command installed ({build})
 *   CACHE/builds/KEY/COMMIT.json      written when the build is complete: its
 *                                     size and milliseconds; the file's time is
 *                                     that of the last use. A folder without it
 *                                     was left by a kill and is removed
 *   CACHE/builds/KEY/COMMIT.log       output of the command, also of failed
 *                                     builds; of a long one, beginning and end
 *   CACHE/builds/KEY/about.txt        the meaning of KEY
 *   CACHE/trees/KEY-N/                checkouts, one for each concurrent build
 *
 * KEY identifies the repository, the build command and whether builds are
 * incremental. Processes that share a cache wait for each other's build of the
 * same commit, and never remove one that another process uses.
 */
#ifndef BISECT_BUILDS_H
#define BISECT_BUILDS_H

#include <signal.h>

#include "git/history.h"

typedef enum build_end {
  BUILD_DONE,   /* its folder exists */
  BUILD_FAILED, /* the command ended with a status other than 0, was killed, or
                   left its folder empty */
  BUILD_LATE,   /* it exceeded the time limit */
} build_end;

typedef struct build_result {
  build_end end;
  bool cached;  /* it existed already */
  char *folder; /* the value of {build}, absolute; with BUILD_DONE */
  char *log;    /* the file with the command's output */
  char *reason; /* one line: status or limit, and the last line of output that
                   reports an error; NULL with BUILD_DONE */
  char *
      notice; /* one line: compilers in use exceed cache_bytes. Reported once by
                 each `builds`; or NULL */
  uint64_t ms; /* of its command, now or when it was built */
} build_result;

void build_result_dispose(build_result *self);

/* All lent until builds_free. */
typedef struct builds_options {
  const history *history;
  const char *command; /* for sh -c, in the checkout; {build} and {commit} are
                          replaced, and the variables BUILD and COMMIT set to
                          the same values */
  const char *cache; /* cache folder, created if missing; NULL: builds_place */
  uint64_t cache_bytes; /* most bytes to keep: the least recently used is
                           removed first, but nothing that this process uses. 0:
                           20 GiB */
  unsigned jobs;        /* concurrent builds; 0: 1 */
  uint64_t timeout_ms;  /* of a build; 0: none */
  bool incremental;     /* continue in the checkout of the previous build */
  const volatile sig_atomic_t *stop; /* when non-zero, waiting ends; or NULL */
} builds_options;

typedef struct builds builds;

/* $CLANG_HDD_CACHE, else $XDG_CACHE_HOME/clang-hdd, else ~/.cache/clang-hdd;
 * caller's; NULL: none of them is set. */
char *builds_place(void);
/* Must be called before the process has threads. RD_ERR_NOSPACE; RD_ERR_IO.
 * Owner: *out is released with builds_free, which kills running builds and
 * removes unfinished ones. */
rd_status builds_new(builds **out, const builds_options *options,
                     rd_error *err);
void builds_free(builds *self);
/* Starts a build ahead of its use, unless the commit is built, running or
 * failed, or `jobs` builds are running. Waits only for the checkout. */
void builds_begin(builds *self, const object_id *commit);
/* Waits for the commit's build, starting it if needed. The same `builds` does
 * not build a failed commit again. RD_ERR_NOSPACE: the cache's disk is full
 * (which is not a failure of the commit); RD_ERR_STOPPED; RD_ERR_IO. Owner:
 * *out is released with build_result_dispose; the folder stays until
 * builds_release or builds_free. */
rd_status builds_get(build_result *out, builds *self, const object_id *commit,
                     rd_error *err);
/* Ends a build that was started ahead and is no longer needed; `self` may be
 * NULL. */
void builds_cancel(builds *self, const object_id *commit);
/* Ends the use of a build that was handed out: it stays in the cache while
 * there is room. `self` may be NULL. */
void builds_release(builds *self, const object_id *commit);
/* Does the cache have a build of the commit? */
bool builds_has(builds *self, const object_id *commit);

/* The words of a text with {build}, {commit} and {cc} replaced, except those
 * whose value is NULL. Caller's. */
char *build_expand(const char *text, const char *build, const char *commit,
                   const char *cc);

#endif
