/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reference judge: is a text still as valid as the original was? */
#ifndef COMPILER_JUDGE_H
#define COMPILER_JUDGE_H

#include "compiler/compiler.h"
#include "frontends.h"

typedef struct judge judge;

/* Whom to ask and about what. All lent until judge_free. */
typedef struct judge_options {
  runner *run;
  const invocation *command; /* the crashing compiler's command; NULL: none */
  const compiler *compiler;  /* what it is; with command */
  const char *reference;     /* the user's own judge, words; or NULL */
  const char *file, *cwd;    /* as given to invocation_parse; with reference */
  rd_server *server;         /* libclang; NULL: none */
  rd_limits limits;
} judge_options;

/* Finds the first judge that accepts the original: the user's; the crashing
 * compiler without compiling; the same at -O0; another compiler; libclang. When
 * none does, the first that only finds errors. *out is NULL if there is none.
 * RD_ERR_INVALID: the user's judge does not accept the original or cannot be
 * run. Cost: some runs. */
rd_status judge_find(judge **out, const judge_options *options,
                     const source *original, rd_error *err);
void judge_free(judge *self);
/* Has the text no error beyond those of the original, and does the judge not
 * crash on it? Cost: a run. */
rd_status judge_ask(bool *accepts_out, judge *self, const source *input,
                    rd_error *err);
/* What was chosen, for people: lent. */
const char *judge_name(const judge *self);
/* Does the original itself have errors? */
bool judge_is_lenient(const judge *self);
/* How often it was asked. */
uint64_t judge_runs(const judge *self);

#endif
