/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One test in flight and its sequence of runs. Internal to the crash oracle. */
#ifndef COMPILER_CRASH_TEST_H
#define COMPILER_CRASH_TEST_H

#include "compiler/crash_oracle.h"
#include "compiler/early.h"

/* A text that crashed the compiler in a different way. */
typedef struct other_text {
  uint64_t hash;
  size_t size;
  size_t line; /* index into crash_shared.other_lines */
} other_text;

/* State shared by all tests of an oracle. */
typedef struct crash_shared {
  crash_options options;
  crash_stats stats;
  exec_modes command, traced; /* the judge has its own */
  exec_modes *guards;         /* one for each of options.guards */
  uint64_t *also_met;         /* hashes of the texts in options.also_folder */
  size_t also_count;
  unsigned also_last;  /* last number used there */
  strings other_lines; /* the other crashes, without duplicates */
  other_text *others;  /* found but not yet taken */
  size_t other_count;
  uint64_t begun;    /* number of tests */
  uint64_t usual_us; /* CPU time of the last run that had the property; 0:
                        none yet */
  double
      accepted;  /* share of recent runs of the command that had the property */
  char *example; /* smallest accepted text, or NULL; validates modes */
  size_t example_size;
} crash_shared;

typedef enum test_phase {
  TEST_FREE,
  TEST_WAITS,   /* has not started */
  TEST_RUN,     /* the command runs */
  TEST_LATE,    /* timed out; runs again when no other test is running */
  TEST_AGAIN,   /* runs again, with twice the time */
  TEST_FAULT,   /* the command runs under the tracer */
  TEST_JUDGE,   /* the judge's command runs */
  TEST_RECHECK, /* the judge's own command runs, to check a faster mode */
  TEST_CONFIRM, /* the user's own command runs, to check a faster mode */
  TEST_GUARD,   /* a guard's command runs */
  TEST_DONE,    /* has a verdict */
  TEST_DYING,   /* cancelled; its run is being killed */
} test_phase;

typedef struct crash_test {
  crash_shared *shared;
  exec_slot command, judge; /* all use the same runner */
  exec_slot plain;   /* for the tracer and the guards, which have no modes */
  exec_slot *active; /* slot with a current run, or NULL */
  test_phase phase;
  rd_ticket ticket;
  char *text;
  size_t size;
  bool thorough; /* run only the commands themselves, to completion */
  rd_verdict verdict;
  bool at_worker; /* runs of the command are for workers */
  char *worker;   /* the last that ran it */

  /* Of the current run. */
  early *early;
  early *judging;  /* watches the judge's command */
  early_word word; /* about the crash, once `decided` */
  bool decided;    /* the output was conclusive */
  bool matched;    /* the pattern was found in the output */
  size_t seen;     /* bytes of output already searched for the pattern */

  /* Of the test. */
  exec_mode found_by;  /* mode in which the command ran */
  rd_verdict found;    /* verdict of that run */
  unsigned votes[2];   /* for uninteresting, for interesting */
  bool faulted;        /* the fault address matches */
  bool judged;         /* the judge accepts */
  bool accepts;        /* the judge's answer that is being rechecked */
  exec_mode judged_by; /* mode that gave that answer */
  bool confirmed;      /* the user's own command agrees */
  bool told;           /* the caller knows that this is likely */
  size_t guarded;      /* guards that hold so far */
  char *other;         /* another crash that was found, or NULL */
  bool also;           /* exited with the also-interesting status */
  textbuf output;      /* of all runs, if outputs are kept */
} crash_test;

void crash_test_init(crash_test *out, crash_shared *shared, size_t place,
                     runner *run);
/* Kills any current run. */
void crash_test_dispose(crash_test *self);
/* Assigns a text; the test then waits to start. */
void crash_test_set(crash_test *self, rd_ticket ticket, const char *text,
                    size_t size, bool thorough);
/* Starts the run of a waiting or late test. */
rd_status crash_test_begin(crash_test *self, rd_error *err);
/* A descriptor, readable when crash_test_advance has work, or -1. */
int crash_test_fd(const crash_test *self);
/* Reads available output without blocking; when a run has ended, starts the
 * next one. On failure the test becomes free. */
rd_status crash_test_advance(crash_test *self, rd_error *err);
/* Cancels a test in any phase. */
void crash_test_cancel(crash_test *self);
/* Saves a finished test, or its text, if the user wants it (crash_keep.c).
 * RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status crash_test_keep(const crash_test *self, rd_error *err);

/* ---- in which mode a command runs (crash_mode.c) ---- */

/* The fastest trusted mode of a slot: tries modes that were not tried yet.
 * Cost: some runs. */
rd_status mode_choose(exec_mode *out, crash_test *self, exec_slot *where,
                      rd_error *err);
/* A faster mode and the command gave different answers: turns it off. */
void mode_distrust(crash_test *self, exec_slot *where, exec_mode which);
/* Is this text in the sample that checks a faster mode? The seed keeps the
 * samples of command and judge apart. */
bool mode_is_sampled(const crash_test *self, uint64_t seed);
/* Runs a text to its end and adds its cost to *out. The test must be free. */
rd_status crash_test_run(exec_mode_cost *out, crash_test *self, bool judges,
                         exec_mode which, const source *text, rd_error *err);
/* Tries all modes of the command and the judge; the test must be free. */
rd_status crash_test_try_exec_modes(crash_test *self, rd_error *err);

/* ---- what the output of a run says (crash_look.c) ---- */

/* Call before a run on self->active. */
void look_begin(crash_test *self);
/* Examines the output so far and kills the run if it is conclusive. */
void look_now(crash_test *self);
/* Examines the output of a finished run. */
void look_back(crash_test *self, const rd_run *run);
/* The verdict on a run of the command, after look_back. */
rd_verdict look_verdict(const crash_test *self, const rd_run *run);
/* Does such a run of the judge accept the text? */
bool look_judge(const crash_test *self, const rd_run *run);
/* Did the disk fill up during the run? That is an error, not a verdict. */
bool look_is_disk_full(const crash_test *self, const rd_run *run);
/* The crash that a run shows, as a line, if it differs from the expected one;
 * otherwise NULL. Owned by the caller. */
char *look_for_other(const crash_test *self, const rd_run *run);
/* Records that crash of a finished test for crash_oracle_take_other. */
void look_note_other(const crash_test *self);
/* Passes a line to the notice function of the options, if there is one. */
void crash_notice(const crash_shared *self, const char *line);

#endif
