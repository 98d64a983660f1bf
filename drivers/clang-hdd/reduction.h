/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The stage that reduces.
 *
 * reduction.c has its steps in order. Each step is a file, and calls only
 * those declared below it:
 *
 *   reduction.c: classes.c, flags_step.c, present.c, ways.c, search.c,
 *                checkpoint.c
 *   classes.c:   present.c, search.c, observe.c
 *   ways.c:      search.c
 *   search.c:    observe.c
 *   search.c, flags_step.c: checkpoint.c
 */
#ifndef CLANG_HDD_REDUCTION_H
#define CLANG_HDD_REDUCTION_H

#include "bisect/guard.h"
#include "clang-hdd/alongside.h"
#include "clang-hdd/outcome.h"
#include "clang-hdd/resume.h"

/* The effect of the bisection on the search. */
typedef struct checkpoint {
  guard *guard;    /* NULL: not known yet, or not available */
  bool hopeless;   /* it will never be available */
  bool on;         /* it is part of the property */
  bool stopped;    /* the search ended because its text does not hold */
  bool beyond;     /* the failing text is not recorded as a step yet */
  size_t accepted; /* steps of the search so far */
  size_t good;     /* number of the last text known to hold */
  bool replays;    /* an earlier process turned back from this search */
} checkpoint;

typedef struct reduction {
  /* Input. */
  const request *request;
  const subject *subject;
  const property *property;
  const original *original;
  /* Stages and processes in use. */
  oracle *oracle;
  resumption *journal;
  alongside *alongside; /* or NULL */
  /* Output. */
  outcome *out;

  checkpoint checkpoint;
  rd_answers *answers; /* of all searches; NULL if there is only one */
  bool searched;       /* a search preceded the present one, */
  rd_stats earlier;    /* with these statistics, */
  rd_measure before;   /* and began with a text of this size */
  bool unwritten;      /* an accepted text could not be written */
  uint64_t budget;     /* of tests for the present search; 0: not limited */
  bool stopped_early;  /* by --max-tests or a key: */
  bool stopped_by_key;
  runner *watcher;         /* runs monitors; NULL: not made yet */
  accepted_text overruled; /* the smallest text that only the judge rejects */
  rd_measure overruled_measure;
} reduction;

/* Reduces, lays out the result for readers, checks and writes it, and then does
 * what else was asked for: other classes, fewer options. The fields from
 * checkpoint on are zero. */
exit_code reduction_run(reduction *self);
void reduction_dispose(reduction *self);

/* ---- classes.c: texts that the judge rates better or worse (F2) ---- */

/* Prints once, with --also-invalid, which classes are unavailable. */
void classes_announce(const reduction *self);
/* After the result is written: finds its class and, with --also-invalid,
 * continues to the smallest texts of the other classes. *better_out: the result
 * was replaced by a smaller one, which is to be written. */
exit_code classes_reduce(bool *better_out, reduction *self);
/* Did the search for each class run to its end? */
bool classes_are_complete(const outcome *of);

/* ---- flags_step.c ---- */

/* Reduces the options on the final result. A failure is a warning: the result
 * stays. Returns EXIT_DONE unless the user has interrupted. */
exit_code reduce_flags(reduction *self);
/* Finds what the program that is built wrong can do without: its arguments, its input
 * (run_step.c). Cost: at most three runs of the test. */
exit_code reduce_run(reduction *self);

/* ---- present.c: lays out the result for readers ---- */

/* Gives the result canonical names if requested, and its canonical layout,
 * unless that loses the property. *checked_out: the new result has passed a
 * fresh run of the command. */
exit_code present_result(bool *checked_out, reduction *self);
/* Ways to lay out a text, the first the better. */
enum { PRESENT_WAYS = 2 };
/* The canonical layout of a text by one of them; NULL if it is to stay as it is.
 * Not tested; caller's. */
char *present_layout(size_t *size_out, const reduction *self, const char *text,
                     size_t size, uint64_t tokens, int way);

/* ---- ways.c: as written and preprocessed ---- */

/* Before the first search: limits what is written to the size of the input. */
void ways_begin(reduction *self);
/* After a search with this exit code: goes on the other way, if that may help,
 * and makes the smaller text the result. */
exit_code ways_end(reduction *self, exit_code code);
/* Does the text include a header of the user? */
bool ways_includes_own(const subject *of, const char *text, size_t size);

/* ---- search.c ---- */

/* Searches from a text and stores the result. After another search, continues
 * with its counts. */
exit_code search_from(reduction *self, const accepted_text *from);
/* The options of any search after `made` tests, without events. */
rd_options search_options(const reduction *self, uint64_t made, rd_log *log);

/* ---- observe.c ---- */

/* The parse server, whose notices are printed. It is told what values a program that
 * is built wrong has where it is built right. Cost: a build and a run for each tree
 * with a monitor. */
rd_parser observe_parser(reduction *self);
void observe_dispose(reduction *self);

/* ---- checkpoint.c: keeping to the commit that the original bisects to ---- */

/* Called when all else is ready for the search: finds out whether an earlier
 * process turned back from another commit. */
exit_code checkpoint_prepare(reduction *self);
/* Handles an event of the search, before any other consumer: reads the
 * bisection's output, and checks whether the text holds. RD_ERR_STOPPED: it
 * does not; the search has to end. */
rd_status checkpoint_event(reduction *self, const rd_event *event,
                           rd_error *err);
/* After a search: waits for the bisection. If the text has moved to another
 * commit, finds the last one that has not, and returns it in *again_out for the
 * search to continue from. Owner: again_out->text is the caller's. */
exit_code checkpoint_settle(accepted_text *again_out, reduction *self);
/* At the end, with the exit code: adds the result of the bisection to the
 * report, and whether the reduced file is about the same commit. */
void checkpoint_end(reduction *self, exit_code code);
/* Adds the guard if it is part of the property. */
void checkpoint_guard(crash_options *out, const reduction *self);
/* flags_request.also: does the command, as a test runs it, hold on the
 * result? */
rd_status checkpoint_test_words(bool *good_out, void *reduction,
                                const char *const *argv, rd_error *err);

#endif
