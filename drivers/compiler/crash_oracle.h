/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle of a reduction: does a text still crash the compiler the same way,
 * or have whatever other property was asked for? */
#ifndef COMPILER_CRASH_ORACLE_H
#define COMPILER_CRASH_ORACLE_H

#include <regex.h>

#include "compiler/judge.h"
#include "compiler/signature.h"
#include "compiler/exec_mode.h"
#include "reduce/oracle.h"

typedef enum property_kind {
  PROPERTY_CRASH,   /* the same signature, and the pattern if there is one */
  PROPERTY_PATTERN, /* the pattern alone */
  PROPERTY_HANG,    /* does not end in time */
  PROPERTY_MEMORY,  /* takes more memory than it may */
  PROPERTY_SCRIPT,  /* the command ends with status 0 */
} property_kind;

/* One more command that a text with the property is run by, such as another
 * version of the compiler; it has to end in a way that the caller likes. */
typedef struct crash_guard {
  const char *const *argv;
  bool (*holds)(const void *payload, const rd_run *run);
  const void *payload;
} crash_guard;

/* What is tested, how. All lent until crash_oracle_free. */
typedef struct crash_options {
  runner *const *slots;    /* a test runs in each */
  size_t slot_count;       /* at least 1 */
  const char *const *argv; /* the command */
  const char *name;        /* the text's name in its folder */
  property_kind property;
  const signature *expected; /* with PROPERTY_CRASH */
  const regex_t *pattern;    /* or NULL */
  uint64_t memory_bytes;     /* with PROPERTY_MEMORY: what is too much */
  rd_limits limits;          /* of a run */
  judge *judge;              /* or NULL: all that crashes is accepted */
  unsigned repeat; /* runs of a test, the majority of which decides; 0: 1 */

  /* Faster ways of running the command. */
  const compiler *compiler; /* what the command runs; NULL: no faster modes */
  source original;          /* what they have to prove themselves on; no text:
                               no faster modes */
  bool proved; /* the original was run and judged already; asked for again it
                  is not run */
  const strings *errors; /* of the original, as the judge sees them, where it
                               is the same compiler; sorted; NULL: a run is not
                               ended by errors */
  bool no_replay, no_zygote;

  /* All of them have to hold; they are asked last, so that they cost runs for
   * texts only that would be accepted otherwise. */
  const crash_guard *guards;
  size_t guard_count;

  /* What is kept. */
  int also_status;          /* of an exit that is interesting too */
  const char *also_folder;  /* for such texts; NULL: none are kept */
  const char *temps_folder; /* for all tests; NULL: none are kept */

  /* Called now and then during a wait, and with a line for people. Both may be
   * NULL. */
  void (*idle)(void *payload);
  void (*notice)(void *payload, const char *line);
  void *payload;
} crash_options;

/* What the oracle counted beside the verdicts. */
typedef struct crash_stats {
  uint64_t runs;    /* of the command by any way, repetitions included */
  uint64_t faults;  /* traced runs */
  bool untraceable; /* fault addresses could not be had any more */
  exec_mode_cost modes[EXEC_COUNT]; /* of the command; traced runs left out */
  exec_mode_cost judge_exec_modes[EXEC_COUNT]; /* of the judge's command */
  uint64_t confirmed;    /* verdicts of a faster way that the command shared */
  uint64_t contradicted; /* and those that it did not share */
  uint64_t unstable;     /* tests whose repetitions disagreed */
  uint64_t guard_runs;   /* of the guards' commands */
} crash_stats;

typedef struct crash_oracle crash_oracle;

crash_oracle *crash_oracle_new(const crash_options *options);
void crash_oracle_free(crash_oracle *self);
/* The interface for rd_reduce; capacity: the number of slots. wait returns
 * RD_ERR_STOPPED when the flag of the first slot is set. Lent until
 * crash_oracle_free. */
const rd_oracle *crash_oracle_interface(const crash_oracle *self);
/* Lent until the next call. */
const crash_stats *crash_oracle_stats(crash_oracle *self);
/* The other crash that the last test of this text has shown, as a line that
 * depends on the text alone; NULL: none, or it was taken before. Lent until
 * crash_oracle_free. */
const char *crash_oracle_take_other(crash_oracle *self, const char *bytes,
                                    size_t size);
/* One test by the user's own command to its end, the judge's as well. No other
 * may be in flight. */
rd_status crash_oracle_test(rd_verdict *out, crash_oracle *self,
                            const char *bytes, size_t size, rd_error *err);
/* Waits until the processes of all tests that were cancelled have gone: who
 * uses the slots otherwise has to. RD_ERR_STOPPED as above. */
rd_status crash_oracle_settle(crash_oracle *self, rd_error *err);
/* Sets other guards, lent until crash_oracle_free. No test may be in flight. */
void crash_oracle_set_guards(crash_oracle *self, const crash_guard *guards,
                             size_t count);
/* Tries the modes of the command and of the judge, which tests do by themselves
 * when they need them. */
rd_status crash_oracle_try_exec_modes(crash_oracle *self, rd_error *err);
/* The modes of the command; lent until crash_oracle_free. */
const exec_modes *crash_oracle_exec_modes(const crash_oracle *self);
/* Runs a text some times by a way of the command, or of the judge's, as a test
 * would, and says what that cost. RD_ERR_UNSUPPORTED: the mode is off. No test
 * may be in flight. */
rd_status crash_oracle_measure(exec_mode_cost *out, crash_oracle *self,
                               bool judges, exec_mode which, const source *text,
                               unsigned runs, rd_error *err);

/* Does a run have the property, the judge and the fault address aside? */
bool crash_run_has_property(const crash_options *options, const rd_run *run);
/* Did its time run out? */
bool run_is_late(const rd_run *run);
/* Does the pattern occur in the output? As grep does, line by line. */
bool output_matches(const regex_t *pattern, const rd_run *run);

#endif
