/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shows a reduction to people while it runs, on standard error. */
#ifndef CLANG_HDD_PROGRESS_H
#define CLANG_HDD_PROGRESS_H

#include "base/text.h"
#include "clang-hdd/exit_code.h"
#include "reduce/reduce.h"

typedef struct progress {
  bool quiet, verbose;
  bool live; /* standard error is a terminal: one line, redrawn */
  bool colors;
  bool drawn; /* the line is on the screen */
  uint64_t begin_ms, drawn_ms;
  rd_measure start, now, said;
  strings notices; /* each printed once */
} progress;

void progress_init(progress *out, bool quiet, bool verbose);
void progress_dispose(progress *self);
/* Shows an event of the reduction. */
void progress_event(progress *self, const rd_event *event);
/* Erases the live line. */
void progress_clear(progress *self);

/* Print one line. A detail appears only with --verbose; a notice and a warning
 * unless --quiet, and each only once; an error always. */
void progress_detail(progress *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void progress_notice(progress *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void progress_warning(progress *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void progress_error(progress *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints an error and returns the code. */
exit_code progress_fail(progress *self, exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a failure of the libraries; prints nothing if the cause is the
 * signal that stops us. */
exit_code progress_fail_error(progress *self, const rd_error *err);

/* Milliseconds since progress_init. */
uint64_t progress_elapsed(const progress *self);

#endif
