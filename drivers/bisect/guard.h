/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What keeps a text with one commit: it crashes the compiler of the first bad
 * commit, and those of its parents are fine with it. */
#ifndef BISECT_GUARD_H
#define BISECT_GUARD_H

#include "bisect/bisection.h"
#include "compiler/crash_oracle.h"
#include "compiler/invocation.h"

/* What to hold to. All lent; the pattern until guard_free, the rest for the
 * call. */
typedef struct guard_options {
  runner *run;
  property_kind property; /* CRASH, PATTERN or HANG */
  match_level level;      /* with PROPERTY_CRASH: how strict */
  const regex_t *pattern; /* or NULL */
  rd_limits limits;
  const char *file, *cwd; /* as for invocation_parse */
  const strings *extra;   /* arguments that every run gets */
  source text;            /* that was bisected */
} guard_options;

typedef struct guard guard;

/* Gets to know what the compilers of the first bad commit and of its parents do
 * with the text that was bisected: the one how it crashes, the others whether
 * they accept it. RD_ERR_NOT_INTERESTING: run again, they do not do what the
 * bisection says; or a failure of the runner. Owner: *out is released with
 * guard_free. Cost: two runs for the first bad commit, one for each parent. */
rd_status guard_new(guard **out, const bisection *found,
                    const guard_options *options, rd_error *err);
void guard_free(guard *self);
/* The guard for an oracle; lent until guard_free. */
const crash_guard *guard_rows(size_t *count_out, const guard *self);
/* Does the text hold? One that parents reject which accepted the original does
 * not: whatever is wrong with it, it is not the commit that makes it crash. Cost:
 * a run for each compiler, up to the first that does not hold. */
rd_status guard_test(bool *good_out, const guard *self, runner *run,
                     const source *text, rd_error *err);
/* Makes the answers of the parents in `found` those for a text that holds: what is
 * wrong with it is in other lines than with the original. RD_ERR_NOT_INTERESTING:
 * run again, it does not hold; or a failure of the runner: all stay as they are.
 * Cost: a run for each parent. */
rd_status guard_retell(bisection *found, const guard *self, runner *run,
                       const source *text, rd_error *err);
/* The same as guard_test under other options: `base` is what a test of the bad revision's
 * compiler runs, and `argv` the same with some words changed or left out. */
rd_status guard_test_words(bool *good_out, const guard *self, runner *run,
                           const char *const *base, const char *const *argv,
                           const source *text, rd_error *err);

#endif
