/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle of a reduction: does a text still crash the compiler the same way,
 * or have another requested property? */
#ifndef COMPILER_CRASH_ORACLE_H
#define COMPILER_CRASH_ORACLE_H

#include <regex.h>

#include "compiler/judge.h"
#include "compiler/signature.h"
#include "compiler/exec_mode.h"
#include "reduce/oracle.h"

typedef enum property_kind {
  PROPERTY_CRASH,   /* the same signature, and the pattern if given */
  PROPERTY_PATTERN, /* the pattern alone */
  PROPERTY_HANG,    /* times out */
  PROPERTY_MEMORY,  /* exceeds the memory limit */
  PROPERTY_SCRIPT,  /* the command exits with status 0 */
  PROPERTY_WRONG,   /* the same, and its other statuses are verdicts too */
} property_kind;

/* An additional command that runs each text with the property, such as another
 * version of the compiler. `holds` decides whether the run is acceptable. */
typedef struct crash_guard {
  const char *const *argv;
  const strings *environment; /* as in a job; NULL: the runner's */
  bool (*holds)(const void *payload, const rd_run *run);
  const void *payload;
  rd_verdict otherwise; /* on a text whose run is not acceptable */
} crash_guard;

/* What to test and how. All pointers are borrowed until crash_oracle_free. */
typedef struct crash_options {
  runner *const *slots;       /* one test runs in each */
  size_t slot_count;          /* at least 1 */
  const char *const *argv;    /* the command */
  const strings *environment; /* as in a job; NULL: the runner's */
  const char *name;           /* the text's file name in its folder */
  property_kind property;
  const signature *expected;            /* with PROPERTY_CRASH */
  const regex_t *pattern;               /* or NULL */
  uint64_t memory_bytes;                /* with PROPERTY_MEMORY: the limit */
  rd_verdict (*verdict_of)(int status); /* with PROPERTY_WRONG */
  rd_limits limits;                     /* for each run */
  bool follows;      /* once a text had the property, the CPU time of
                                runs is limited by what it took */
  uint64_t usual_us; /* what the original took; 0: unknown */
  judge *judge;      /* NULL: accept every text that crashes */
  unsigned repeat;   /* runs per test, decided by majority; 0 means 1 */

  /* Faster modes for running the command. */
  const compiler *compiler; /* the compiler that the command runs; NULL: no
                               faster modes */
  source original; /* the text that validates faster modes; no text: no faster
                      modes */
  bool proved; /* the original has already been run and judged, and is not run
                  again */
  const strings *errors; /* sorted errors of the original as the judge sees
                            them, if the judge is the same compiler; NULL:
                            errors do not end a run */
  bool no_replay, no_zygote;

  /* Workers that run the command elsewhere (NULL: none), and how many runs there
   * may be here at the same time then. */
  courier *courier;
  size_t local_most;

  /* All guards must hold. They run last, so only texts that would otherwise be
   * accepted cost guard runs. */
  const crash_guard *guards;
  size_t guard_count;

  /* What to keep. */
  int also_status;          /* exit status that is also interesting */
  const char *also_folder;  /* folder for such texts; NULL: keep none */
  const char *temps_folder; /* folder for all tests; NULL: keep none */

  /* `idle` is called periodically during a wait, `notice` with a line for the
   * user. Both may be NULL. */
  void (*idle)(void *payload);
  void (*notice)(void *payload, const char *line);
  void *payload;
} crash_options;

enum { CRASH_STEPS = 32 }; /* that are counted of a run */

/* Counters besides the verdicts. */
typedef struct crash_stats {
  uint64_t runs;    /* of the command in any mode, including repetitions */
  uint64_t faults;  /* traced runs */
  bool untraceable; /* fault addresses are no longer available */
  exec_mode_cost modes[EXEC_COUNT]; /* of the command, without traced runs */
  exec_mode_cost judge_exec_modes[EXEC_COUNT]; /* of the judge's command */
  uint64_t confirmed;     /* faster-mode verdicts that the command confirmed */
  uint64_t contradicted;  /* faster-mode verdicts that it did not confirm */
  uint64_t unstable;      /* tests whose repetitions disagreed */
  uint64_t guard_runs;    /* of the guards' commands */
  uint64_t liars;         /* workers whose answers were wrong */
  uint64_t statuses[256]; /* with PROPERTY_WRONG: runs by exit status, */
  uint64_t
      step_us[CRASH_STEPS]; /* and what their steps took, as they print it */
} crash_stats;

typedef struct crash_oracle crash_oracle;

crash_oracle *crash_oracle_new(const crash_options *options);
void crash_oracle_free(crash_oracle *self);
/* The interface for rd_reduce; its capacity is the number of slots. wait
 * returns RD_ERR_STOPPED when the first slot's stop flag is set. Borrowed until
 * crash_oracle_free. */
const rd_oracle *crash_oracle_interface(const crash_oracle *self);
/* Borrowed until the next call. */
const crash_stats *crash_oracle_stats(crash_oracle *self);
/* The other crash found by the last test of this text, as a line that depends
 * on the text alone. NULL: there is none, or it was already taken. Borrowed
 * until crash_oracle_free. */
const char *crash_oracle_take_other(crash_oracle *self, const char *bytes,
                                    size_t size);
/* Tests a text once with the user's own command, run to completion; the judge
 * also runs to completion. No other test may be in flight. */
rd_status crash_oracle_test(rd_verdict *out, crash_oracle *self,
                            const char *bytes, size_t size, rd_error *err);
/* Waits until all processes of cancelled tests have exited. Required before a
 * caller uses the slots for anything else. RD_ERR_STOPPED as above. */
rd_status crash_oracle_settle(crash_oracle *self, rd_error *err);
/* Replaces the guards; borrowed until crash_oracle_free. No test may be in
 * flight. */
void crash_oracle_set_guards(crash_oracle *self, const crash_guard *guards,
                             size_t count);
/* Tries the modes of the command and the judge now. Tests otherwise try them on
 * demand. */
rd_status crash_oracle_try_exec_modes(crash_oracle *self, rd_error *err);
/* The modes of the command; borrowed until crash_oracle_free. */
const exec_modes *crash_oracle_exec_modes(const crash_oracle *self);
/* Runs a text `runs` times in one mode of the command, or of the judge's
 * command, as a test would, and adds up the cost. RD_ERR_UNSUPPORTED: the mode
 * is off. No test may be in flight. */
rd_status crash_oracle_measure(exec_mode_cost *out, crash_oracle *self,
                               bool judges, exec_mode which, const source *text,
                               unsigned runs, rd_error *err);

/* Does a run have the property, ignoring the judge and the fault address? */
bool crash_run_has_property(const crash_options *options, const rd_run *run);
/* Did the run time out? */
bool run_is_late(const rd_run *run);
/* Does the pattern match a line of the output, as in grep? */
bool output_matches(const regex_t *pattern, const rd_run *run);

#endif
