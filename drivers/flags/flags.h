/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options of a command: reducing them, and finding some. */
#ifndef FLAGS_FLAGS_H
#define FLAGS_FLAGS_H

#include "compiler/crash_oracle.h"
#include "compiler/invocation.h"
#include "reduce/reduce.h"

/* The reduction's input. All lent. */
typedef struct flags_request {
  runner *run;
  const invocation *command; /* the command that crashes */
  const compiler *compiler;
  const crash_options *property; /* has to stay; its argv is not used */
  const source *text;
  uint64_t max_tests; /* 0: no limit */
  bool proved;        /* the given command is known to have the property */
  rd_log *log;        /* or NULL */
  const volatile sig_atomic_t *stop;
  /* A further condition on a command, as it is run, asked last. NULL: none. */
  rd_status (*also)(bool *good_out, void *payload, const char *const *argv,
                    rd_error *err);
  /* Adds what a test runs instead of this command. NULL: the command itself. */
  void (*wrap)(strings *out, void *payload, const invocation *command);
  void *payload;
} flags_request;

typedef struct flags_result {
  strings words; /* the command with the remaining options, as a user would type
                    it, with the file in its original position */
  strings were, left; /* the options that could be left out and the remaining
                         ones, each with its value as a line for a shell */
  strings removed;    /* the options that were removed */
  char *lowered; /* the simplified options, "-O3 to -O1 -ftree-vrp", or NULL */
  uint64_t tests;
  bool minimal; /* each remaining option was tested alone and is needed, and the
                   lower levels were tried */
} flags_result;

/* Reduces the options with libreduce. Owner: release *out with
 * flags_result_dispose in any case. RD_ERR_NOT_INTERESTING: the given command
 * does not have the property. RD_ERR_STOPPED: *request->stop was set; *out
 * holds the best so far. When max_tests is reached or too many tests time out,
 * *out holds the best so far as well, which is not an error. */
rd_status flags_reduce(flags_result *out, const flags_request *request,
                       rd_error *err);
void flags_result_dispose(flags_result *self);
/* Does the command differ from the given one? */
bool flags_result_is_new(const flags_result *self);

/* The number of options of a command that may be left out. */
size_t flags_count(const invocation *command);

/* Adds sets of options worth trying on a text that does not crash, each as a
 * line of words: those of its own dg-options, dg-additional-options and RUN
 * lines first, then the usual ones. */
void flags_candidates(strings *out, const compiler *of, const char *text,
                      size_t size);

#endif
