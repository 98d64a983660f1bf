/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a program did, and how two that should do the same differ. */
#ifndef WRONG_BEHAVIOUR_H
#define WRONG_BEHAVIOUR_H

#include <stdbool.h>
#include <stddef.h>

typedef enum behaviour_end {
  BEHAVIOUR_EXIT,   /* status: exit status */
  BEHAVIOUR_SIGNAL, /* status: signal number */
  BEHAVIOUR_LATE,   /* did not end in time, or printed without end */
  BEHAVIOUR_NOSTART /* could not be started; status: errno */
} behaviour_end;

typedef struct behaviour {
  behaviour_end end;
  int status;
  unsigned ms;  /* of CPU time, or as much as a program may wait in that */
  bool reads;   /* it took what was offered on standard input */
  char *output; /* standard output, NUL-terminated; NULL: nothing ran */
  size_t size;
} behaviour;

void behaviour_dispose(behaviour *self);
/* Did both print the same and end the same way? What a program that did not end
 * has printed is not compared. */
bool behaviour_same(const behaviour *a, const behaviour *b);
/* The kind of end, such as "SIGABRT" or "exit status 0"; caller's. */
char *behaviour_kind(const behaviour *self);
/* The end itself, such as "exit status 3"; caller's. */
char *behaviour_text(const behaviour *self);
/* The kind of the difference; it begins with the kind of the first one's end and
 * names no value of the program. NULL: none. Caller's. */
char *behaviour_difference(const behaviour *bad, const behaviour *good);
/* Does the first one abort, trap or print something else, so that a failure would show
 * as much? */
bool behaviour_can_fail(const behaviour *bad, const behaviour *good);
/* Do they differ in the expected way, a behaviour_difference, or does only the
 * first one fail, where that is as good? */
bool behaviour_fits(const char *expected, bool or_fails, const behaviour *bad,
                    const behaviour *good);
/* Is there a right program from which this one differs so? */
bool behaviour_may_fit(const char *expected, bool or_fails,
                       const behaviour *bad);
/* What is expected, for people; caller's. */
char *behaviour_expected(const char *expected, bool or_fails);
/* The first line that differs, 1 is the first; with both lines, lent. 0: none. */
size_t behaviour_first_line(const char **bad_out, const char **good_out,
                            const behaviour *bad, const behaviour *good);
/* How they differ, for people: in their ends, or in that line. NULL: they do not.
 * Caller's. */
char *behaviour_detail(const behaviour *bad, const behaviour *good);

#endif
