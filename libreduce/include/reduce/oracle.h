/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The oracle: who says whether a text still has the property. Asynchronous, so
 * that several tests can be in flight; libreduce asks in an order that does not
 * depend on how many are (O1).
 */
#ifndef REDUCE_ORACLE_H
#define REDUCE_ORACLE_H

#include <stdint.h>

#include "reduce/process.h"
#include "reduce/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rd_verdict {
  RD_INTERESTING,
  RD_UNINTERESTING,
  RD_INVALID,      /* the compiler or the judge rejects the text */
  RD_OVERRULED,    /* it has the property, but the judge rejects it */
  RD_TIMEOUT,      /* wall or CPU time ran out, also when repeated alone */
  RD_RESOURCE_OUT, /* memory, output or processes ran out */
  RD_VERDICT_COUNT
} rd_verdict;

/* A verdict's name for reports, such as "interesting"; lent forever. */
RD_API const char *rd_verdict_name(rd_verdict verdict);

typedef uint64_t rd_ticket;

/* The functions get `payload`. An error return means that the environment is
 * broken (disk full, compiler gone) and ends the reduction; a test that fails
 * is a verdict. */
typedef struct rd_oracle {
  /* Starts a test of the text, which is copied or written before it returns. */
  rd_status (*submit)(rd_ticket *out, void *payload, const char *text,
                      size_t size, rd_error *err);
  /* Waits for any test in flight. Bounded by the oracle's own limits. */
  rd_status (*wait)(rd_ticket *out, rd_verdict *verdict_out, void *payload,
                    rd_error *err);
  /* Ends a test; its verdict is not delivered. */
  void (*cancel)(void *payload, rd_ticket ticket);
  void *payload;
  unsigned capacity; /* tests that may be in flight, at least 1 */
} rd_oracle;

/* A command as an oracle. */
typedef struct rd_command {
  const char *const *argv; /* NULL-terminated; not a shell; argv[0] with a
                              slash or found in PATH */
  const char *file_name;   /* the text's name in the fresh working directory */
  rd_limits limits;        /* per run; a timeout is repeated once alone with
                              twice the time */
  const char *directory;   /* private folder to work in, exists */
  unsigned jobs;           /* tests in flight at most; 0: 1 */
} rd_command;

/* An oracle with C-Reduce's contract: the command runs in a fresh directory
 * that holds the text under file_name; exit status 0 means interesting. While
 * a timeout is repeated alone, tests that are submitted wait. `cancel` kills
 * and does not wait.
 * Owner: *out is released with rd_command_oracle_free. Call it before the
 * process has threads (it forks a keeper). */
RD_API rd_status rd_command_oracle_new(rd_oracle **out,
                                       const rd_command *command,
                                       rd_error *err);
RD_API void rd_command_oracle_free(rd_oracle *oracle);

#ifdef __cplusplus
}
#endif
#endif
