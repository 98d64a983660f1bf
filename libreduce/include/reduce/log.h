/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The log of answers (J1): an append-only file that records each question, by
 * hash, and its answer. A search is deterministic (S1), so a restarted search
 * with the log of an earlier one follows the same path without asking until the
 * log ends, and continues from there.
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

/* The source of an answer. */
typedef enum rd_log_kind {
  RD_LOG_TEST,  /* the oracle, with an rd_verdict */
  RD_LOG_CHECK, /* foresight, with its diagnostics packed into one number */
  RD_LOG_NAMES, /* likewise, with rd_diagnostics.names, if there are any */
} rd_log_kind;

/* Opens the log file. `key` (one line) identifies what the answers depend on:
 * input, command, versions. With `resume`, the file must exist and have the
 * same key (RD_ERR_NOTFOUND, RD_ERR_INVALID); a truncated record at its end is
 * dropped. Without `resume`, an existing file is replaced. `limits` are the
 * limits of a test: a recorded timeout or exhausted memory is forgotten if the
 * limit in force then was lower. RD_ERR_NOSPACE, RD_ERR_IO. Owner: *out is
 * released with rd_log_close. */
RD_API rd_status rd_log_open(rd_log **out, const char *path, const char *key,
                             const rd_limits *limits, bool resume,
                             rd_error *err);
/* Is the answer known from an earlier process? */
RD_API bool rd_log_find(uint32_t *answer_out, const rd_log *log,
                        rd_log_kind kind, const char *text, size_t size);
/* Appends a record. The kernel has it when this returns, so a kill -9 of this
 * process does not lose it. A failed write (such as a full disk) does not end
 * the search: nothing more is written from then on, and the file's contents
 * remain usable. */
RD_API void rd_log_add(rd_log *log, rd_log_kind kind, const char *text,
                       size_t size, uint32_t answer);
/* Why logging stopped, as one line; NULL if it has not. Lent. */
RD_API const char *rd_log_problem(const rd_log *log);
/* Records read by rd_log_open. */
RD_API uint64_t rd_log_size(const rd_log *log);
/* Syncs the log to disk and closes it; NULL is fine. */
RD_API void rd_log_close(rd_log *log);

#ifdef __cplusplus
}
#endif
#endif
