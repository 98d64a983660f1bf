/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The oracle decides whether a text still has the property. It is asynchronous,
 * so that several tests can be in flight; libreduce asks in an order that does
 * not depend on their number (O1).
 */
#ifndef REDUCE_ORACLE_H
#define REDUCE_ORACLE_H

#include <stdbool.h>
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
  RD_TIMEOUT,      /* wall or CPU time ran out, even when repeated alone */
  RD_RESOURCE_OUT, /* memory, output or processes ran out */
  RD_VERDICT_COUNT
} rd_verdict;

/* A verdict's name for reports, such as "interesting"; never freed. */
RD_API const char *rd_verdict_name(rd_verdict verdict);

typedef uint64_t rd_ticket;

typedef enum rd_news {
  RD_NEWS_NONE,
  RD_NEWS_LIKELY, /* a text has the property, which is only being confirmed; told
                     once for each test, and may turn out to be wrong */
  RD_NEWS_VERDICT /* `wait` will return at once */
} rd_news;

/* The functions receive `payload`. An error return means that the environment
 * is broken (disk full, compiler missing) and ends the reduction; a failing
 * test is a verdict. */
typedef struct rd_oracle {
  /* Starts a test of the text, which it copies or writes before it returns. */
  rd_status (*submit)(rd_ticket *out, void *payload, const char *text,
                      size_t size, rd_error *err);
  /* Waits for any test in flight. Bounded by the oracle's own limits. */
  rd_status (*wait)(rd_ticket *out, rd_verdict *verdict_out, void *payload,
                    rd_error *err);
  /* Ends a test; its verdict is not delivered. */
  void (*cancel)(void *payload, rd_ticket ticket);
  void *payload;
  unsigned capacity; /* tests that may be in flight, at least 1 */
  /* NULL, or: says what is new of the tests in flight. With `waits` it waits
   * until there is something, else it returns at once. *ticket_out: with
   * RD_NEWS_LIKELY. */
  rd_status (*look)(rd_news *out, rd_ticket *ticket_out, bool waits,
                    void *payload, rd_error *err);
} rd_oracle;

/* A command as an oracle. */
typedef struct rd_command {
  const char *const *argv; /* NULL-terminated; no shell; argv[0] has a slash or
                              is looked up in PATH */
  const char *file_name;   /* the text's name in the fresh working directory */
  rd_limits limits;        /* per run; after a timeout the test is repeated
                              once, alone, with twice the time */
  const char *directory;   /* existing private folder to work in */
  unsigned jobs;           /* maximum tests in flight; 0: 1 */
} rd_command;

/* An oracle with C-Reduce's contract: the command runs in a fresh directory
 * that holds the text under file_name; exit status 0 means interesting. While a
 * timeout is being repeated alone, submitted tests wait. `cancel` kills a test
 * without waiting for its end. Owner: *out is released with
 * rd_command_oracle_free. Call it before the process has threads (it forks a
 * keeper). */
RD_API rd_status rd_command_oracle_new(rd_oracle **out,
                                       const rd_command *command,
                                       rd_error *err);
RD_API void rd_command_oracle_free(rd_oracle *oracle);

#ifdef __cplusplus
}
#endif
#endif
