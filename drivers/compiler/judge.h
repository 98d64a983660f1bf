/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reference judge: is a text still as valid as the original? */
#ifndef COMPILER_JUDGE_H
#define COMPILER_JUDGE_H

#include "compiler/compiler.h"
#include "compiler/exec_mode.h"
#include "reduce/server.h"

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

typedef struct judge {
  char *name;          /* for display */
  strings words;       /* its command; empty: libclang */
  exec_modes *modes;   /* for running the command; NULL: libclang, which only
                          judge_ask asks */
  strings errors;      /* that it finds in the original, sorted */
  strings warnings;    /* the same */
  bool is_compiler;    /* it is the crashing compiler itself */
  bool is_syntax;      /* and only checks, by compiler_syntax_option */
  bool is_lenient;     /* the original itself has errors */
  bool tells_warnings; /* and therefore JUDGE_CLEAN; only a compiler without -w
                          does */
  bool wants_clean;    /* for the caller to set: it rejects texts with warnings
                          beyond those of the original */
  judge_options options;

  /* Its own. */
  compiler sibling;   /* classification of another compiler, by name */
  uint32_t relax;     /* relaxation steps of libclang */
  uint32_t error_max; /* number of errors libclang finds in the original */
  uint64_t runs;      /* that judge_ask and judge_classify made */
} judge;

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
/* Does a run of its command that was not cut short accept the text? */
bool judge_accepts(const judge *self, const rd_run *run);
/* The number of queries, in any mode. */
uint64_t judge_runs(const judge *self);

#endif
