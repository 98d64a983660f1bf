/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One test in flight: the runs that it takes, one after the other. Only
 * crash_oracle.c needs it. */
#ifndef COMPILER_CRASH_TEST_H
#define COMPILER_CRASH_TEST_H

#include "compiler/crash_oracle.h"
#include "compiler/early.h"
#include "compiler/artifacts.h"

/* A text that crashed the compiler in another way. */
typedef struct other_text {
  uint64_t hash;
  size_t size;
  size_t line; /* in crash_shared.other_lines */
} other_text;

/* What all tests of an oracle share. */
typedef struct crash_shared {
  crash_options options;
  crash_stats stats;
  exec_modes command, traced; /* the judge has its own */
  exec_modes *guards;         /* one for each of options.guards */
  artifacts kept;
  strings other_lines; /* the other crashes, each once */
  other_text *others;  /* that were met and not taken */
  size_t other_count;
  uint64_t begun; /* tests */
  double
      accepted;  /* share of recent runs of the command that had the property */
  char *example; /* the smallest text accepted, or NULL: what modes prove
                      themselves on */
  size_t example_size;
} crash_shared;

typedef enum test_phase {
  TEST_FREE,
  TEST_WAITS,   /* has not begun */
  TEST_RUN,     /* the command runs */
  TEST_LATE,    /* ran out of time; is to run again when nothing else does */
  TEST_AGAIN,   /* does so, with twice the time */
  TEST_FAULT,   /* the command runs under the tracer */
  TEST_JUDGE,   /* the judge's command runs */
  TEST_RECHECK, /* the same by its own command, to check a faster way */
  TEST_CONFIRM, /* the user's own command runs, to check a faster way */
  TEST_GUARD,   /* a guard's command runs */
  TEST_DONE,    /* there is a verdict */
  TEST_DYING,   /* cancelled; its run is being killed */
} test_phase;

typedef struct crash_test {
  crash_shared *shared;
  exec_slot command, traced, judge; /* all in the same runner */
  exec_slot *guards;                /* likewise, guard_count */
  size_t guard_count;
  exec_slot *active; /* where something runs; NULL: nothing does */
  test_phase phase;
  rd_ticket ticket;
  char *text;
  size_t size;
  bool thorough; /* only the commands themselves, to their ends */
  rd_verdict verdict;

  /* of the present run */
  early *early;
  judge_watch watch;
  early_word word; /* of the crash, when it was decided */
  bool decided;    /* the output said enough */
  bool matched;    /* the pattern was seen in it */
  size_t seen;     /* bytes of it in which the pattern was looked for */

  /* of the test */
  exec_mode found_by;  /* how the command ran */
  rd_verdict found;    /* its verdict */
  unsigned votes[2];   /* for it being uninteresting, interesting */
  bool faulted;        /* the fault address is the same */
  bool judged;         /* the judge accepts */
  bool accepts;        /* the judge's answer that is rechecked */
  exec_mode judged_by; /* and how it was had */
  bool confirmed;      /* the user's own command says so too */
  size_t guarded;      /* guards that hold */
  char *other;         /* the other crash that it showed, or NULL */
  bool also;           /* ended with the status that is interesting too */
  textbuf output;      /* of all its runs, if that is kept */
} crash_test;

void crash_test_init(crash_test *out, crash_shared *shared, runner *run);
/* Kills what runs. */
void crash_test_dispose(crash_test *self);
/* Has a slot for each guard of the shared options; the test has to be
 * free. */
void crash_test_set_guards(crash_test *self);
/* Takes a text; the test waits then. */
void crash_test_set(crash_test *self, rd_ticket ticket, const char *text,
                    size_t size, bool thorough);
/* Begins the run of a test that waits or is late. */
rd_status crash_test_begin(crash_test *self, rd_error *err);
/* A descriptor that says when crash_test_advance has something to do, or -1. */
int crash_test_fd(const crash_test *self);
/* Takes in what came, without waiting, and begins the next run when one has
 * ended. On failure the test is free. */
rd_status crash_test_advance(crash_test *self, rd_error *err);
/* Ends a test whatever it does. */
void crash_test_cancel(crash_test *self);
/* Runs a text and waits for it; adds what it cost. The test has to be free. */
rd_status crash_test_run(exec_mode_cost *out, crash_test *self, bool judges,
                         exec_mode which, const source *text, rd_error *err);
/* Tries all modes of the command and of the judge; the test has to be free. */
rd_status crash_test_try_exec_modes(crash_test *self, rd_error *err);

/* ---- what the output of a run says (crash_look.c) ---- */

/* Before a run on self->active. */
void look_begin(crash_test *self);
/* Looks at what the run has printed, and kills it if that decides. */
void look_now(crash_test *self);
/* Looks at all that it printed before its end. */
void look_back(crash_test *self, const rd_run *run);
/* The verdict on a run of the command that was looked back at. */
rd_verdict look_verdict(const crash_test *self, const rd_run *run);
/* Does such a run of the judge accept the text? */
bool look_judge(const crash_test *self, const rd_run *run);
/* Did the disk run full under the compiler? That is no verdict. */
bool look_is_disk_full(const crash_test *self, const rd_run *run);
/* The crash that a run shows as a line if it is another one, else NULL;
 * caller's. */
char *look_for_other(const crash_test *self, const rd_run *run);
/* Notes that crash of a test that is over, for crash_oracle_take_other. */
void look_note_other(const crash_test *self);

#endif
