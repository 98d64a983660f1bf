/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Compilers built from the commits of a history: a checkout, the user's build
 * command, and a private folder for what it installs; kept by commit in a cache
 * that is bounded in size.
 *
 *   CACHE/builds/KEY/COMMIT/          what the command installed ({build})
 *   CACHE/builds/KEY/COMMIT.json      written when the build is whole: its size
 *                                     and milliseconds; the file's time is that
 *                                     of the last use. A folder without it is
 *                                     what a kill left, and is removed
 *   CACHE/builds/KEY/COMMIT.log       what the command printed, of failed builds
 *                                     too; of a long one beginning and end
 *   CACHE/builds/KEY/about.txt        what KEY stands for
 *   CACHE/trees/KEY-N/                checkouts, one for each build at a time
 *
 * KEY stands for the repository, the build command and whether builds go on from
 * each other. Processes that share a cache wait for each other's build of the
 * same commit, and never remove what another one uses.
 */
#ifndef BISECT_BUILDS_H
#define BISECT_BUILDS_H

#include <signal.h>

#include "git/history.h"

typedef enum build_end {
  BUILD_DONE,   /* its folder is there */
  BUILD_FAILED, /* the command ended with another status than 0, or was killed, or
                   has put nothing into its folder */
  BUILD_LATE,   /* the time limit */
} build_end;

typedef struct build_result {
  build_end end;
  bool cached;  /* it was there already */
  char *folder; /* what {build} stands for, absolute; with BUILD_DONE */
  char *log;    /* the file of what the command printed */
  char *reason; /* one line: status or limit, and the last line it printed that
                   tells of an error; NULL with BUILD_DONE */
  char *
      notice; /* one line: what is in use takes more than cache_bytes. Told once
                   by the same `builds`; or NULL */
  uint64_t ms; /* of its command, now or when it was built */
} build_result;

void build_result_dispose(build_result *self);

/* All lent until builds_free. */
typedef struct builds_options {
  const history *history;
  const char *command; /* for sh -c, in the checkout; {build} and {commit} are
                             replaced, and the variables BUILD and COMMIT set to
                             the same */
  const char *cache; /* its folder, made if it is missing; NULL: builds_place */
  uint64_t
      cache_bytes;     /* what is kept at most, the oldest used goes first; what
                             this process uses never does. 0: 20 GiB */
  unsigned jobs;       /* builds at the same time; 0: 1 */
  uint64_t timeout_ms; /* of a build; 0: none */
  bool incremental;    /* go on in the checkout of the build before */
  const volatile sig_atomic_t *stop; /* when non-zero, waiting ends; or NULL */
} builds_options;

typedef struct builds builds;

/* $CLANG_HDD_CACHE, else $XDG_CACHE_HOME/clang-hdd, else ~/.cache/clang-hdd;
 * caller's; NULL: none of them is set. */
char *builds_place(void);
/* Call it before the process has threads. RD_ERR_NOSPACE; RD_ERR_IO. Owner: *out
 * is released with builds_free, which kills what still runs and removes what
 * is unfinished. */
rd_status builds_new(builds **out, const builds_options *options,
                     rd_error *err);
void builds_free(builds *self);
/* Begins a build unless it is there, runs or has failed, or `jobs` are at work;
 * for building ahead. It waits for nothing but the checkout. */
void builds_begin(builds *self, const object_id *commit);
/* Has it, built now if need be; waits. A commit that has failed is not built
 * again by the same `builds`. RD_ERR_NOSPACE: the cache's disk is full (which is
 * no failure of the commit's); RD_ERR_STOPPED; RD_ERR_IO. Owner: *out is released
 * with build_result_dispose; the folder stays as long as `self`, or until
 * builds_release. */
rd_status builds_get(build_result *out, builds *self, const object_id *commit,
                     rd_error *err);
/* Ends a build that runs ahead and is of no use any more. */
void builds_cancel(builds *self, const object_id *commit);
/* Says that one that was handed out is not used any more: it stays in the cache as
 * long as there is room. */
void builds_release(builds *self, const object_id *commit);
/* Is there one already, of an earlier run? */
bool builds_has(builds *self, const object_id *commit);

/* The words of a text with {build}, {commit} and {cc} replaced; those that are
 * NULL stay. Caller's. */
char *build_expand(const char *text, const char *build, const char *commit,
                   const char *cc);

#endif
