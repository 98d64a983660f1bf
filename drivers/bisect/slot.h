/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A place where one build at a time runs: a private checkout and a keeper. */
#ifndef BISECT_SLOT_H
#define BISECT_SLOT_H

#include "bisect/builds.h"
#include "bisect/cache.h"
#include "reduce/process.h"

/* One run of a build command. All lent. */
typedef struct build_command {
  const char *command;   /* with {build} and {commit} */
  const char *commit;    /* 40 digits */
  const char *folder;    /* {build}: exists and is empty */
  const char *tree;      /* the working folder */
  const char *temporary; /* its TMPDIR, emptied after the run */
  const char *log;       /* file for its output */
  uint64_t timeout_ms;   /* 0: none */
} build_command;

typedef struct slot {
  const history *history;
  rd_keeper *keeper; /* NULL: it was killed */
  char *stem;        /* of the checkout, an item of the cache */
  char *temporary;   /* TMPDIR of its builds */
  int lock;          /* of that item; -1: none */
  bool is_free;
  build_command command;
} slot;

/* Takes a checkout that no process uses. RD_ERR_NOSPACE, RD_ERR_IO. Owner: *out
 * is released with slot_dispose, even after a failure. */
rd_status slot_init(slot *out, const history *of, const cache *in,
                    rd_error *err);
/* Kills the processes that run in it. */
void slot_dispose(slot *self);
/* Checks out the commit, and starts the command, which is lent until it ends;
 * its `tree` and `temporary` are the slot's. `clean`: as in checkout_move.
 * RD_ERR_STOPPED; RD_ERR_NOSPACE; RD_ERR_DIED: the keeper was killed twice; any
 * other error: the commit cannot be checked out. */
rd_status slot_start(slot *self, const object_id *commit, bool clean,
                     const build_command *command,
                     const volatile sig_atomic_t *stop, rd_error *err);
/* Looks at a running command, without waiting. *ended_out: it has ended, and
 * *run_out shows how; the slot is then free, as it is after a failure.
 * RD_ERR_DIED: the keeper was killed. */
rd_status slot_advance(bool *ended_out, rd_run *run_out, slot *self,
                       rd_error *err);
/* How and why a command ended; *reason_out is the caller's, NULL with
 * BUILD_DONE. Closes its log. */
build_end build_command_end(char **reason_out, const build_command *what,
                            const rd_run *run);
#endif
