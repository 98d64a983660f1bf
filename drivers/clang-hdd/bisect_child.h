/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bisection as a process of its own, which is heard line by line. */
#ifndef CLANG_HDD_BISECT_CHILD_H
#define CLANG_HDD_BISECT_CHILD_H

#include "bisect/bisection.h"

typedef struct bisect_child bisect_child;

/* Starts the command, which ends when we do, whatever ends us; with --hold it stays
 * until bisect_child_status or bisect_child_free. Call it before the
 * process has threads. RD_ERR_IO. Owner: *out is released with
 * bisect_child_free. */
rd_status bisect_child_start(bisect_child **out, const char *const *argv,
                             rd_error *err);
/* Kills what still runs, and waits for its end. */
void bisect_child_free(bisect_child *self);
/* The next line that it has printed, without its end, caller's; NULL: there is
 * none yet, or there will be none. Waits up to `wait_ms` for it, and for no
 * longer if a signal comes. */
char *bisect_child_line(bisect_child *self, int wait_ms);
/* Will nothing come any more? */
bool bisect_child_has_ended(const bisect_child *self);
/* Lets it go and waits for its end: the exit status, 128 and the signal if one ended it. */
int bisect_child_status(bisect_child *self);
/* The first error that it has printed on standard error, without the program's name;
 * NULL: none. Caller's. */
char *bisect_child_problem(bisect_child *self);

/* ---- its lines ---- */

typedef enum child_event_kind {
  CHILD_READY,  /* the bad revision's compiler is there: command */
  CHILD_BUILD,  /* another one is built */
  CHILD_ANSWER, /* is_bad, of one of the compilers; the first is the bad one's */
  CHILD_NOTICE, /* text */
  CHILD_END,    /* found */
  CHILD_OTHER
} child_event_kind;

typedef struct child_event {
  child_event_kind kind;
  strings command;
  char *text; /* the line for people; or NULL */
  bool is_bad;
  bisection found;
} child_event;

/* Reads a line. RD_ERR_INVALID: it is none of a bisection. Owner: *out is
 * released with child_event_dispose in any case. */
rd_status child_event_read(child_event *out, const char *line, rd_error *err);
void child_event_dispose(child_event *self);

#endif
