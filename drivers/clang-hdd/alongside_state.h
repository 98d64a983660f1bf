/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What alongside.c and checkpoint.c share. */
#ifndef CLANG_HDD_ALONGSIDE_STATE_H
#define CLANG_HDD_ALONGSIDE_STATE_H

#include "bisect/bisection.h"
#include "bisect/guard.h"
#include "clang-hdd/alongside.h"
#include "clang-hdd/bisect_child.h"

/* Where an earlier process had turned back. */
typedef struct rollback {
  char *commit;    /* the first bad one */
  size_t accepted; /* steps of the search that was ended */
  size_t back;     /* the text from which it went on */
  char *text;      /* that text's digits */
  char *moved;     /* what was said */
} rollback;

struct alongside {
  bisect_child *child; /* NULL: it is over */
  char *folder;        /* where it is kept */
  bool crashes;        /* the bad revision was seen to */
  bool over;
  runner run; /* of the guard, between the tests of others */
  bool has_run;
  bisection found;
  bool has_found;  /* it ended with a bisection, whichever */
  guard *guard;    /* NULL: not known, or not to be had */
  bool hopeless;   /* there will be none */
  bool on;         /* it is a part of the property */
  bool stopped;    /* the search, since its text does not hold */
  bool beyond;     /* the text that does not is no step that was taken */
  size_t accepted; /* steps of the search so far */
  size_t good;     /* the last text that is known to hold */
  bool replays;    /* the search is one that an earlier process has ended: */
  rollback rollback;
};

/* ---- alongside.c ---- */

/* Hears what the bisection has to say, waiting up to so long for it. */
void alongside_hear(session *self, int wait_ms);
/* Gives up the guard, and says why. */
void alongside_give_up(session *self, const char *reason);
/* Ends what comes behind the search: the result is not checked. */
exit_code alongside_fail(session *self, const rd_error *err);

/* ---- checkpoint.c ---- */

/* Makes the guard when the bisection is over, once. */
rd_status checkpoint_make(session *self, rd_error *err);
/* Does a text hold? */
rd_status checkpoint_test(bool *good_out, session *self, const char *text,
                          size_t size, rd_error *err);
/* The newest text that is a step. */
accepted_text checkpoint_newest(const session *self);
/* Its number among all texts. */
size_t checkpoint_last(const session *self);
/* Makes the guard a part of the property. */
void checkpoint_turn_on(session *self);
/* Finds the last text that holds and searches on from it. */
exit_code checkpoint_go_back(session *self);

/* ---- rollback.c ---- */

/* Reads what an earlier process has left; false: nothing. */
bool rollback_read(rollback *out, const session *self);
void rollback_write(const rollback *self, session *to);
void rollback_dispose(rollback *self);

#endif
