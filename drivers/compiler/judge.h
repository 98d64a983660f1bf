/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reference judge: is a text still as valid as the original? */
#ifndef COMPILER_JUDGE_H
#define COMPILER_JUDGE_H

#include "compiler/compiler.h"
#include "compiler/exec_mode.h"
#include "reduce/server.h"

typedef struct judge judge;

/* A judge's classification of a text, best first. */
typedef enum judge_class {
  JUDGE_CLEAN,    /* no error and no warning beyond those of the original */
  JUDGE_ACCEPTED, /* no new error; has new warnings, or warnings are not
                     available */
  JUDGE_ERRORS,   /* rejected */
} judge_class;

/* A name such as "clean"; static. */
const char *judge_class_name(judge_class what);

/* How to find a judge. All pointers are borrowed until judge_free. */
typedef struct judge_options {
  runner *run;
  const invocation *command; /* the crashing compiler's command; NULL: none */
  const compiler *compiler;  /* the kind of that compiler; with command */
  const char *language;      /* as for -x; NULL: by the name of the text */
  const char *reference;     /* command line of the user's own judge, or NULL */
  const char *file, *cwd;    /* as passed to invocation_parse; with reference */
  rd_server *server;         /* libclang; NULL: none */
  rd_limits limits;
} judge_options;

/* Finds the first judge that accepts the original: the user's; the crashing
 * compiler without compiling; the same at -O0; another compiler; libclang. If
 * none does, takes the first that only finds errors. *out is NULL if there is
 * no judge. RD_ERR_INVALID: the user's judge rejects the original or cannot
 * run. Cost: some runs. */
rd_status judge_find(judge **out, const judge_options *options,
                     const source *original, rd_error *err);
void judge_free(judge *self);
/* Does the judge find no error beyond those of the original, and not crash?
 * Cost: a run. */
rd_status judge_ask(bool *accepts_out, judge *self, const source *input,
                    rd_error *err);
/* The class of a text. Cost: a run. */
rd_status judge_classify(judge_class *out, judge *self, const source *input,
                         rd_error *err);
/* Can the judge report warnings, and therefore JUDGE_CLEAN? Only a compiler
 * without -w can. */
bool judge_tells_warnings(const judge *self);
/* If `demanded`, the judge rejects texts with warnings beyond those of the
 * original; otherwise it accepts them again. */
void judge_demand_clean(judge *self, bool demanded);
/* The chosen judge, for display; borrowed. */
const char *judge_name(const judge *self);
/* Does the original itself have errors? */
bool judge_is_lenient(const judge *self);
/* The errors that it finds in the original, sorted; borrowed. */
const strings *judge_errors(const judge *self);
/* Is it the crashing compiler itself? */
bool judge_is_compiler(const judge *self);
/* Is it the crashing compiler with compiler_syntax_option? */
bool judge_is_syntax(const judge *self);
/* The number of queries, in any mode. */
uint64_t judge_runs(const judge *self);

/* ---- asking without waiting ---- */

/* The modes for running its command, borrowed until judge_free. NULL: the judge
 * is libclang, and judge_ask does not run anything. */
exec_modes *judge_exec_modes(judge *self);
/* The limits of such a run; borrowed. */
const rd_limits *judge_limits(const judge *self);
/* Does a run that was not cut short accept the text? */
bool judge_accepts(const judge *self, const rd_run *run);

/* Watches a run in progress. Initialize with {0} before the first reset. */
typedef struct judge_watch {
  strings allowed; /* errors of the original not yet seen in this run */
  size_t seen;     /* bytes of output already read */
  bool active;     /* errors of this command can be recognized */
} judge_watch;

void judge_watch_reset(judge_watch *self, const judge *of);
void judge_watch_dispose(judge_watch *self);
/* Does the output so far have an error beyond those of the original? Only
 * complete lines count. Cost: linear in the new output. */
bool judge_watch_rejects(judge_watch *self, const char *output, size_t size);

#endif
