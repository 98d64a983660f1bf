/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a person sees while a reduction runs: on standard error. */
#ifndef CLANG_HDD_PROGRESS_H
#define CLANG_HDD_PROGRESS_H

#include "clang-hdd/cli.h"
#include "reduce/reduce.h"

typedef struct progress {
  bool quiet, verbose;
  bool live; /* standard error is a terminal: one line, redrawn */
  bool colors;
  bool drawn; /* the line is on the screen */
  uint64_t begin_ms, drawn_ms;
  rd_measure start, now, said;
  strings notices; /* said once each */
} progress;

void progress_init(progress *out, const cli *options);
void progress_dispose(progress *self);
/* Shows an event of the reduction. */
void progress_event(progress *self, const rd_event *event);
/* Takes the live line off the screen. */
void progress_clear(progress *self);

/* One line each. A detail is said with --verbose only; a notice and a warning
 * unless --quiet, and each only once; an error always. */
void progress_detail(progress *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void progress_notice(progress *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void progress_warning(progress *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void progress_error(progress *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Milliseconds since progress_init. */
uint64_t progress_elapsed(const progress *self);

#endif
