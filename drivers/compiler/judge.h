/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reference judge: is a text still as valid as the original? */
#ifndef COMPILER_JUDGE_H
#define COMPILER_JUDGE_H

#include "compiler/compiler.h"
#include "compiler/exec_mode.h"
#include "reduce/server.h"

/* A judge's classification of a text, best first. */
typedef enum judge_class {
  JUDGE_CLEAN,    /* as valid as the original, and no warning beyond its own */
  JUDGE_STRICT,   /* has nothing that the language's standard requires a
                     diagnostic for; of judge_classify only if that is held */
  JUDGE_ACCEPTED, /* no error beyond those of the original */
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
  bool is_syntax;      /* and only checks, by compiler_syntax_options */
  bool only_parses;    /* its command checks no more than the syntax */
  bool reads_alike;    /* as the crashing compiler does */
  bool is_lenient;     /* the original itself has errors */
  bool tells_warnings; /* and therefore JUDGE_CLEAN; only a compiler without -w
                          does */
  bool knows_standard; /* the front end finds what the standard requires a
                          diagnostic for */
  rd_diagnostics standard; /* which it finds in the original */

  /* For the caller to set. */
  bool wants_clean;    /* reject texts with warnings beyond those of the
                          original */
  bool holds_standard; /* reject texts that break the standard more often or in
                          other ways than the original; only if it is known */

  judge_options options;

  /* Its own. */
  compiler sibling;   /* classification of another compiler, by name */
  uint32_t relax;     /* relaxation steps of libclang */
  uint32_t error_max; /* number of errors libclang finds in the original */
  uint64_t runs;      /* that judge_ask and judge_classify made */
} judge;

/* Finds the first judge that accepts the original: the user's; the crashing
 * compiler without compiling; the same at -O0; another compiler; a parser;
 * libclang. If none does, takes the first that only finds errors. *out is NULL if
 * there is no judge. RD_ERR_INVALID: the user's judge rejects the original or
 * cannot run. Cost: some runs. */
rd_status judge_find(judge **out, const judge_options *options,
                     const source *original, rd_error *err);
void judge_free(judge *self);
/* Is the text as valid as the original, as far as the caller holds it to that?
 * Cost: a run, and a check by the front end. */
rd_status judge_ask(bool *accepts_out, judge *self, const source *input,
                    rd_error *err);
/* The class of a text. Cost: as judge_ask. */
rd_status judge_classify(judge_class *out, judge *self, const source *input,
                         rd_error *err);
/* Is it more than a parser, so that what it accepts is valid? */
bool judge_knows_meaning(const judge *self);
/* Has the text nothing that the standard requires a diagnostic for? False if the
 * front end does not know. Cost: a check by the front end. */
rd_status judge_is_strict(bool *out, judge *self, const source *input,
                          rd_error *err);
/* Does the judge find errors in a text that it accepts, those of the original?
 * Cost: none, unless the judge is lenient. */
rd_status judge_finds_errors(bool *out, judge *self, const source *input,
                             rd_error *err);
/* Does a run of its command that was not cut short accept the text? The standard
 * is judge_ask_standard's. */
bool judge_accepts(const judge *self, const rd_run *run);
/* Does the text keep to the standard, as far as the original does? True if the
 * judge does not hold it to that. Cost: a check by the front end. */
rd_status judge_ask_standard(bool *accepts_out, judge *self,
                             const source *input, rd_error *err);
/* The same, of what the front end found in a text with RD_STRICT. */
bool judge_keeps_standard(const judge *self, const rd_diagnostics *found);
/* From now on a text may break the standard as this one does, too. */
rd_status judge_lower_standard(judge *self, const source *input, rd_error *err);
/* Finds how the original keeps to the standard. A front end that dies from it knows
 * nothing. */
void judge_find_standard(judge *self, const source *original);
/* Asks the front end, with so much relaxation or RD_STRICT. If it dies from a text, that
 * has errors beyond number. */
rd_status judge_check(rd_diagnostics *out, judge *self, const source *input,
                      uint32_t relax, rd_error *err);
/* The habits of the text that the original has not, as words; caller's; NULL:
 * none. Cost: a check by the front end, if it knows the standard. */
rd_status judge_new_habits(char **out, judge *self, const source *input,
                           rd_error *err);
/* The class that each text is held to, for display; caller's. */
char *judge_held(const judge *self);
/* The number of queries, in any mode. */
uint64_t judge_runs(const judge *self);

#endif
