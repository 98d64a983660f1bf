/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bisection in a process of its own, read line by line. */
#ifndef CLANG_HDD_BISECT_CHILD_H
#define CLANG_HDD_BISECT_CHILD_H

#include "bisect/bisection.h"

typedef struct bisect_child bisect_child;

/* Starts the command. It ends when this process does, for whatever reason; with
 * --hold it stays until bisect_child_status or bisect_child_free. Must be
 * called while the process is single-threaded. RD_ERR_IO. Owner: *out is
 * released with bisect_child_free. */
rd_status bisect_child_start(bisect_child **out, const char *const *argv,
                             rd_error *err);
/* Ends the process if it still runs, and waits for it. */
void bisect_child_free(bisect_child *self);
/* The next line of its output, without the newline; caller's. NULL: none yet,
 * or no more to come. Waits up to `wait_ms`, or until a signal arrives. */
char *bisect_child_line(bisect_child *self, int wait_ms);
/* Has all its output been read? */
bool bisect_child_has_ended(const bisect_child *self);
/* Releases it and waits for its end. Returns the exit status, or 128 plus the
 * signal that ended it. */
int bisect_child_status(bisect_child *self);
/* The first error on its standard error, without the program's name; NULL:
 * none. Caller's. */
char *bisect_child_problem(bisect_child *self);

/* ---- its lines ---- */

typedef enum child_event_kind {
  CHILD_READY,  /* the bad revision's compiler is built: command */
  CHILD_BUILD,  /* another compiler is being built */
  CHILD_ANSWER, /* a compiler was tested: is_bad; the bad one first */
  CHILD_NOTICE, /* text */
  CHILD_END,    /* found */
  CHILD_OTHER
} child_event_kind;

typedef struct child_event {
  child_event_kind kind;
  strings command;
  char *text; /* the line as shown to people, or NULL */
  bool is_bad;
  bisection found;
} child_event;

/* Reads a line. RD_ERR_INVALID: it is not an event of a bisection. Owner: *out
 * is released with child_event_dispose in any case. */
rd_status child_event_read(child_event *out, const char *line, rd_error *err);
void child_event_dispose(child_event *self);

#endif
