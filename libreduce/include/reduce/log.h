/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The log of answers (J1): an append-only file of what was asked, by hash, and
 * what the answer was. A search is deterministic (S1), so one that is started
 * again with the log of another goes the same way without asking, up to where
 * that one ended, and on from there.
 */
#ifndef REDUCE_LOG_H
#define REDUCE_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "reduce/oracle.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rd_log rd_log;

/* Who answered. */
typedef enum rd_log_kind {
  RD_LOG_TEST,  /* the oracle, with an rd_verdict */
  RD_LOG_CHECK, /* foresight, with its diagnostics in one number */
} rd_log_kind;

/* Opens the log in the file. `key` (one line) says what the answers depend on:
 * input, command, versions. With `resume`, the file has to be there and have
 * the same key (RD_ERR_NOTFOUND, RD_ERR_INVALID); a record that is cut off at
 * its end is dropped. Without, a file that is there is replaced. `limits` are
 * those of a test: a recorded timeout or exhausted memory is forgotten if the
 * limit that it ran into was lower. RD_ERR_NOSPACE, RD_ERR_IO.
 * Owner: *out is released with rd_log_close. */
RD_API rd_status rd_log_open(rd_log **out, const char *path, const char *key,
                             const rd_limits *limits, bool resume,
                             rd_error *err);
/* Is the answer known from an earlier process? */
RD_API bool rd_log_find(uint32_t *answer_out, const rd_log *log,
                        rd_log_kind kind, const char *text, size_t size);
/* Appends a record; it is in the hands of the kernel when this returns, so a
 * kill -9 of this process does not lose it. A log that cannot be written (the
 * disk is full) is no reason to end a search: nothing more is written from then
 * on, and what is in the file stays of use. */
RD_API void rd_log_add(rd_log *log, rd_log_kind kind, const char *text,
                       size_t size, uint32_t answer);
/* Why nothing is written any more, as one line; NULL while all is well.
 * Lent. */
RD_API const char *rd_log_problem(const rd_log *log);
/* Records read by rd_log_open. */
RD_API uint64_t rd_log_size(const rd_log *log);
/* Synced to disk, closed; NULL is fine. */
RD_API void rd_log_close(rd_log *log);

#ifdef __cplusplus
}
#endif
#endif
