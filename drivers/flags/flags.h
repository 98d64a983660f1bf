/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options of a command as something to reduce, and to find. */
#ifndef FLAGS_FLAGS_H
#define FLAGS_FLAGS_H

#include "compiler/crash_oracle.h"
#include "compiler/invocation.h"
#include "reduce/reduce.h"

/* What is reduced. All lent. */
typedef struct flags_request {
  runner *run;
  const invocation *command; /* as it crashes */
  const compiler *compiler;
  const crash_options *property; /* what has to stay; its argv is not used */
  const source *text;
  uint64_t max_tests; /* 0: no limit */
  bool proved;        /* the command as given is known to have the property */
  rd_log *log;        /* or NULL */
  const volatile sig_atomic_t *stop;
  /* What a command, as it is run, has to do beside having the property; asked
   * last. NULL: nothing. */
  rd_status (*also)(bool *good_out, void *payload, const char *const *argv,
                    rd_error *err);
  void *payload;
} flags_request;

typedef struct flags_result {
  strings words; /* the command with the options that are left, as a user would
                    type it, the file where it stood */
  strings were, left; /* the options that could be left out and those that are
                         left, each with its value as a line for a shell */
  strings removed;    /* those that are gone */
  char *lowered; /* what became simpler, "-O3 to -O1 -ftree-vrp", or NULL */
  uint64_t tests;
  bool minimal; /* each option that is left was asked for alone and is needed,
                   and the lower levels were tried */
} flags_result;

/* Reduces the options with libreduce. Owner: *out is released with
 * flags_result_dispose in any case. RD_ERR_NOT_INTERESTING: the command as given
 * does not have the property; RD_ERR_STOPPED: *request->stop was set, and *out
 * holds the best so far. When max_tests is reached, or too many tests run
 * into their limit, *out holds that too, which is no error. */
rd_status flags_reduce(flags_result *out, const flags_request *request,
                       rd_error *err);
void flags_result_dispose(flags_result *self);
/* Is the command another than it was? */
bool flags_result_is_new(const flags_result *self);

/* How many options of a command may be left out. */
size_t flags_count(const invocation *command);

/* Adds sets of options that are worth trying on a text that does not crash, each
 * as a line of words: those of its own dg-options, dg-additional-options and RUN
 * lines first, then the usual ones. */
void flags_candidates(strings *out, const compiler *of, const char *text,
                      size_t size);

#endif
