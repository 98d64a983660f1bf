/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps a text on one commit: it must crash the compiler of the first bad
 * commit, and the compilers of the commit's parents must be fine with it. With wrong
 * code the former must build it wrong, and the latter right. */
#ifndef BISECT_GUARD_H
#define BISECT_GUARD_H

#include "bisect/bisection.h"
#include "compiler/crash_oracle.h"
#include "compiler/invocation.h"
#include "wrong/plan.h"

/* The conditions. All lent: the pattern until guard_free, the rest for the
 * call. */
typedef struct guard_options {
  runner *run;
  property_kind property; /* CRASH, PATTERN, HANG or WRONG */
  const plan *wrong;      /* with PROPERTY_WRONG: of the reduction */
  match_level level;      /* with PROPERTY_CRASH: how strict */
  const regex_t *pattern; /* or NULL */
  rd_limits limits;
  const char *file, *cwd; /* as for invocation_parse */
  const strings *extra;   /* arguments that every run gets */
  source text;            /* that was bisected */
} guard_options;

typedef struct guard guard;

/* Learns what the compilers of the first bad commit and of its parents do with
 * the bisected text: how the former crashes, and whether the latter accept it.
 * RD_ERR_NOT_INTERESTING: run again, they contradict the bisection; or a
 * failure of the runner. Owner: *out is released with guard_free. Cost: two
 * runs for the first bad commit, one for each parent. */
rd_status guard_new(guard **out, const bisection *found,
                    const guard_options *options, rd_error *err);
void guard_free(guard *self);
/* The guard for an oracle; lent until guard_free. */
const crash_guard *guard_rows(size_t *count_out, const guard *self);
/* Does the text meet the conditions? A text that a parent rejects although it
 * accepted the original does not: that parent then avoids the crash for a
 * reason unrelated to the commit. Cost: a run for each compiler, up to the
 * first that fails. */
rd_status guard_test(bool *good_out, const guard *self, runner *run,
                     const source *text, rd_error *err);
/* Replaces the parents' answers in `found` by those for a text that passes,
 * because its errors are on other lines than the original's.
 * RD_ERR_NOT_INTERESTING: run again, it does not pass; or a failure of the
 * runner: all answers stay unchanged. Cost: a run for each parent. */
rd_status guard_retell(bisection *found, const guard *self, runner *run,
                       const source *text, rd_error *err);
/* Like guard_test with other options: `base` is the test command of the bad
 * revision's compiler, and `argv` is `base` with some words changed or left
 * out. */
rd_status guard_test_words(bool *good_out, const guard *self, runner *run,
                           const char *const *base, const char *const *argv,
                           const source *text, rd_error *err);

#endif
