/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The stage that reduces: from what is asked and by whom to what comes out.
 *
 * reduction.c has its steps in their order. Each step is a file, and calls only
 * those that are declared below it:
 *
 *   reduction.c: classes.c, flags_step.c, present.c, search.c, checkpoint.c
 *   classes.c:   present.c
 *   search.c, flags_step.c: checkpoint.c
 */
#ifndef CLANG_HDD_REDUCTION_H
#define CLANG_HDD_REDUCTION_H

#include "bisect/guard.h"
#include "clang-hdd/alongside.h"
#include "clang-hdd/outcome.h"
#include "clang-hdd/resume.h"

/* Where an earlier process had turned back. */
typedef struct rollback {
  char *commit;    /* the first bad one */
  size_t accepted; /* steps of the search that was ended */
  size_t back;     /* the text from which it went on */
  char *text;      /* that text's digits */
  char *moved;     /* what was said */
} rollback;

/* What the bisection means for the search. */
typedef struct checkpoint {
  guard *guard;    /* NULL: not known, or not to be had */
  bool hopeless;   /* there will be none */
  bool on;         /* it is a part of the property */
  bool stopped;    /* the search, since its text does not hold */
  bool beyond;     /* the text that does not is no step that was taken */
  size_t accepted; /* steps of the search so far */
  size_t good;     /* the last text that is known to hold */
  bool replays;    /* the search is one that an earlier process has ended: */
  rollback rollback;
} checkpoint;

typedef struct reduction {
  /* What is reduced. */
  const request *request;
  const subject *subject;
  const property *property;
  const original *original;
  /* The stages and processes that it uses. */
  oracle *oracle;
  resumption *journal;
  alongside *alongside; /* or NULL */
  progress *progress;
  /* What comes out. */
  outcome *out;

  checkpoint checkpoint;
  rd_answers *answers; /* of all searches; NULL: there is one search */
  bool searched;       /* there was a search before the present one, */
  rd_stats earlier;    /* which has cost this, */
  rd_measure before;   /* and began with a text of this size */
  bool stopped_early;  /* by --max-tests or a key: */
  bool stopped_by_key;
  accepted_text overruled; /* the smallest that the judge alone rejects */
  rd_measure overruled_measure;
} reduction;

/* Reduces, makes the result ready for a reader, checks and writes it, and then does
 * what else was asked for: other classes, fewer options. The fields from
 * checkpoint on are zero. */
exit_code reduction_run(reduction *self);
void reduction_dispose(reduction *self);

/* ---- classes.c: texts that the judge thinks better or worse of (F2) ---- */

/* Says once, with --also-invalid, what of it cannot be had. */
void classes_announce(const reduction *self);
/* When the result is written: finds its class and, with --also-invalid, reduces
 * on to the smallest texts of the other classes. *better_out: the result is
 * another, smaller one now, and to be written again. */
exit_code classes_reduce(bool *better_out, reduction *self);
/* Was each search for a text of a class left to its end? */
bool classes_are_complete(const outcome *of);

/* ---- flags_step.c ---- */

/* Reduces the options on the result, which has to be final. A failure is a
 * warning: the result stays. Not EXIT_DONE only if the user has interrupted. */
exit_code reduce_flags(reduction *self);

/* ---- present.c: the result of the default, made ready for a reader ---- */

/* Gives the result canonical names if that is wanted, and its canonical layout,
 * as far as it does not lose the property by that.
 * *checked_out: the result that there is now has passed a fresh run of the
 * command. */
exit_code present_result(bool *checked_out, reduction *self);
/* The canonical layout of a text; NULL if it is to stay as it is. Not tested;
 * caller's. */
char *present_layout(size_t *size_out, const reduction *self, const char *text,
                     size_t size, uint64_t tokens);

/* ---- search.c ---- */

/* Searches from a text on; what is found is the result. After another search it
 * goes on with that one's counts. */
exit_code search_from(reduction *self, const accepted_text *from);

/* ---- checkpoint.c: keeping to the commit that the original bisects to ---- */

/* When all else is ready for the search: sees whether an earlier process had
 * turned back from another commit. */
exit_code checkpoint_prepare(reduction *self);
/* Takes in an event of the search, before anybody else: hears the bisection, and
 * sees whether the text holds. RD_ERR_STOPPED: it does not; the search has to
 * end. */
rd_status checkpoint_event(reduction *self, const rd_event *event,
                           rd_error *err);
/* After a search: waits for the bisection. Where the text has moved to another
 * commit, finds the last that has not: with *again_out the search is to go on from
 * it. Owner: again_out->text is the caller's. */
exit_code checkpoint_settle(accepted_text *again_out, reduction *self);
/* At the end, with its code: tells the report what was found, and whether the
 * result is about the same commit. */
void checkpoint_end(reduction *self, exit_code code);
/* Adds the guard where it is a part of the property. */
void checkpoint_guard(crash_options *out, const reduction *self);
/* flags_request.also: does the command, as a test runs it, hold on the result? */
rd_status checkpoint_test_words(bool *good_out, void *reduction,
                                const char *const *argv, rd_error *err);
void checkpoint_dispose(checkpoint *self);

#endif
