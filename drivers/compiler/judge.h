/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reference judge: is a text still as valid as the original was? */
#ifndef COMPILER_JUDGE_H
#define COMPILER_JUDGE_H

#include "compiler/compiler.h"
#include "compiler/exec_mode.h"
#include "reduce/server.h"

typedef struct judge judge;

/* What a judge says of a text, best first. */
typedef enum judge_class {
  JUDGE_CLEAN,    /* no error and no warning beyond those of the original */
  JUDGE_ACCEPTED, /* no error beyond them; warnings, or they are not told */
  JUDGE_ERRORS,   /* rejected */
} judge_class;

/* "clean" and the like; lent forever. */
const char *judge_class_name(judge_class what);

/* Whom to ask and about what. All lent until judge_free. */
typedef struct judge_options {
  runner *run;
  const invocation *command; /* the crashing compiler's command; NULL: none */
  const compiler *compiler;  /* what it is; with command */
  const char *language;      /* as -x has it; NULL: by the name of the text */
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
/* The class of a text. Cost: a run. */
rd_status judge_classify(judge_class *out, judge *self, const source *input,
                         rd_error *err);
/* Does it tell warnings, so that JUDGE_CLEAN can be told? Only a compiler does,
 * and not with -w. */
bool judge_tells_warnings(const judge *self);
/* From now on it accepts no text with a warning beyond those of the original,
 * or any again. */
void judge_demand_clean(judge *self, bool demanded);
/* What was chosen, for people: lent. */
const char *judge_name(const judge *self);
/* Does the original itself have errors? */
bool judge_is_lenient(const judge *self);
/* The errors that it finds in the original, sorted; lent. */
const strings *judge_errors(const judge *self);
/* Is it the crashing compiler itself? */
bool judge_is_compiler(const judge *self);
/* Is it the crashing compiler with compiler_syntax_option? */
bool judge_is_syntax(const judge *self);
/* How often it was asked, by any way. */
uint64_t judge_runs(const judge *self);

/* ---- asking without waiting ---- */

/* The modes of its command, to run it by; NULL: it is libclang, and judge_ask
 * does not run anything. Lent until judge_free. */
exec_modes *judge_exec_modes(judge *self);
/* The limits of such a run; lent. */
const rd_limits *judge_limits(const judge *self);
/* What a run that was not cut short says. */
bool judge_accepts(const judge *self, const rd_run *run);

/* Looks at a run that is not over. {0} before its first reset. */
typedef struct judge_watch {
  strings allowed; /* errors of the original that were not met so far */
  size_t seen;     /* bytes of the output */
  bool active;     /* errors of this judge's command can be told */
} judge_watch;

void judge_watch_reset(judge_watch *self, const judge *of);
void judge_watch_dispose(judge_watch *self);
/* Does the output so far hold an error beyond those of the original? Only whole
 * lines count. Cost: what is new. */
bool judge_watch_rejects(judge_watch *self, const char *output, size_t size);

#endif
