/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One run of a build command. */
#ifndef BISECT_BUILD_COMMAND_H
#define BISECT_BUILD_COMMAND_H

#include "bisect/builds.h"
#include "reduce/process.h"

/* All lent. */
typedef struct build_command {
  const char *command;   /* with {build} and {commit} */
  const char *commit;    /* 40 digits */
  const char *folder;    /* {build}: it is there, and empty */
  const char *tree;      /* where it runs */
  const char *temporary; /* its TMPDIR, emptied after the run */
  const char *log;       /* what it prints goes there */
  uint64_t timeout_ms;   /* 0: none */
} build_command;

/* Starts it; the log is begun anew. rd_keeper_wait has to follow. RD_ERR_DIED. */
rd_status build_command_start(rd_keeper *keeper, const build_command *what,
                              rd_error *err);
/* How it has ended, and why; *reason_out is the caller's, NULL with BUILD_DONE. */
build_end build_command_end(char **reason_out, const build_command *what,
                            const rd_run *run);

#endif
