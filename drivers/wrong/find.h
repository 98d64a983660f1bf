/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds out how a program is built wrong, and what has to stay of that. */
#ifndef WRONG_FIND_H
#define WRONG_FIND_H

#include "compiler/languages.h"
#include "compiler/zygote.h"
#include "triage/triage.h"
#include "wrong/act.h"
#include "wrong/sieve.h"

/* Why a program cannot be reduced. */
typedef enum wrong_fault {
  WRONG_NONE,
  WRONG_SAME,       /* the references' program does the same */
  WRONG_UNBUILT,    /* the command or the references do not build it */
  WRONG_EVERYWHERE, /* it fails in the same way whatever builds it */
  WRONG_UNSTABLE,   /* it does something else when it is run again */
  WRONG_UNDEFINED,  /* undefined behaviour, or the references disagree */
  WRONG_INPUT,      /* it reads standard input, and none was given */
} wrong_fault;

/* What is asked. All lent until the case is disposed of. */
typedef struct wrong_options {
  runner *run;
  const invocation *command; /* that builds wrong */
  const compiler *compiler;
  language of;
  const strings *good; /* commands of references; empty: they are chosen */
  const char *line;    /* of the program: ./a.out 3 <in; NULL: ./a.out */
  const char *cwd;     /* of the file in it */
  bool full;           /* the whole sieve */
  bool once;           /* no text will be tested: neither the pass is wanted nor
                          the processes of a driver */
  source text;
  rd_limits limits; /* of all builds and runs together */
} wrong_options;

typedef struct wrong_case {
  wrong_fault fault;
  char *problem; /* one line that says it; NULL: none */
  char *blind; /* why half of the sieve is left out or more; NULL: it is not */
  plan plan;   /* of each test */
  strings notes; /* what the sieve could not ask, and why */
  behaviour bad, good;
  triage first; /* the pass that generates the wrong code in the original */
  installed_list installed;
  zygote **started; /* for steps of the plan */
  size_t started_count;
} wrong_case;

/* Builds and runs the text in all ways, twice. On success either fault and
 * problem are set or the plan. RD_ERR_INVALID: `line` or a reference is no
 * command. Owner: release with wrong_case_dispose in any case. */
rd_status wrong_find(wrong_case *out, const wrong_options *options,
                     rd_error *err);
void wrong_case_dispose(wrong_case *self);
/* Carries out all steps of a plan on the text; see act_read. */
rd_status wrong_show(act_result **out, const plan *of,
                     const wrong_options *options, rd_error *err);
/* The first `count` steps of a plan, all if that is 0, for options->command instead
 * of `from`: the first step builds with it, and the others lose the options that
 * it has lost, since these may decide what the program means. Owner: release with
 * plan_dispose. */
void wrong_plan_for(plan *out, const plan *of, size_t count,
                    const invocation *from, const wrong_options *options);
/* What a program may do without. */
enum { WITHOUT_ARGUMENTS = 1, WITHOUT_INPUT = 2 };
/* Takes that from the program; `without` is a set of the above. */
void wrong_plan_strip(plan *self, unsigned without);
/* How the program is run, as a shell line; caller's. Not whole: of its input the name
 * alone. */
char *wrong_run_line(const plan *of, bool whole);
/* The command of a reference, for a text of another name, as it would be typed to
 * get ./a.out, without what tests add; caller's. */
char *wrong_reference_line(const plan_step *step, const wrong_options *options,
                           const char *file);
/* The words of the program that tests a text by this plan; false: it is not
 * beside the front ends. */
bool wrong_words(strings *out, const char *verb, const plan *of);
/* The command that such words build with first; NULL: they are of another program.
 * Lent. */
const char *wrong_words_command(const char *const *argv);

#endif
