/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The plan of a test: which programs are built from a text, and what each has to
 * do. */
#ifndef WRONG_PLAN_H
#define WRONG_PLAN_H

#include "base/text.h"

/* What a step asks of its program, in the order in which a test asks. */
typedef enum plan_role {
  ROLE_BAD,    /* differs from the right one in the expected way */
  ROLE_GOOD,   /* is the right one */
  ROLE_AGAIN,  /* the program of the first step does the same again */
  ROLE_SILENT, /* the build, or that of the right one if it has none, gives none
                  of some warnings; nothing runs */
  ROLE_SAME,   /* does what the right one does */
  ROLE_HIDDEN, /* the same, built by the command with an option more */
  ROLE_UNLIKE, /* does not do what the wrong one does, if it is built */
  ROLES
} plan_role;

/* Which texts a step of the sieve asks about. */
typedef enum plan_texts {
  TEXTS_ALL,
  TEXTS_HEADED, /* those that may include a header */
  TEXTS_BARE,   /* the others */
  TEXTS
} plan_texts;

typedef struct plan_step {
  plan_role role;
  plan_texts texts;
  char *name;          /* for people */
  strings build;       /* the command; empty: nothing is built */
  strings jobs;        /* the processes that it would start, each with a ";"
                          after its words; empty: it is run itself */
  char *started;       /* the socket of a process that has started the first of
                          these already; NULL, or it is not there: none has */
  char *host;          /* loads what the jobs build, and calls its main; NULL:
                          they build a program. If it is not there, build does */
  strings under;       /* a program that runs it: valgrind; or empty */
  strings environment; /* of the program: NAME=VALUE */
  strings warnings;    /* that the build may not print: beginnings of their
                          names */
  strings more;        /* with ROLE_HIDDEN: the options; not in the words */
  bool instead;        /* of the step before it, if the original fails that; not
                          in the words of a plan */
  bool without;        /* the same, only if none before it can be built */
} plan_step;

typedef struct plan {
  char *expected;    /* the kind of the difference; empty: any */
  bool or_fails;     /* a failure is as good */
  unsigned limit_ms; /* of CPU time of a run of the program */
  strings arguments; /* of the program */
  char *input;       /* on its standard input, or empty */
  plan_step *steps;  /* the first is ROLE_BAD */
  size_t size;
} plan;

/* The program that a step builds, in the folder of the test. */
#define PLAN_PROGRAM "./hdd-program"
/* The word after each process of a step's jobs. */
#define PLAN_END ";"

/* Exit statuses of clang-hdd-differs. */
enum {
  DIFFERS = 0,
  DIFFERS_NOT_ASKED =
      1, /* the command line is no plan, or a step failed to run */
  DIFFERS_UNBUILT = 2,  /* the command does not build the text */
  DIFFERS_REFUSED = 16, /* by step 0; and one more for each later one */
};

/* Makes a plan without steps, for the same runs. */
void plan_begin(plan *out, const plan *like);
/* Adds an empty step; lent until the next one. */
plan_step *plan_add(plan *self, plan_role role, const char *name);
void plan_remove(plan *self, size_t at);
void plan_dispose(plan *self);
/* Adds the plan as words of a command line. */
void plan_words(strings *out, const plan *self);
/* The command of the first step in such words, which plan_words made, as it was typed
 * if that is known. Lent. */
const char *plan_words_command(const char *const *words);
/* Reads them back; false: they are no plan. Owner: release with plan_dispose in
 * any case. */
bool plan_read(plan *out, const char *const *words, size_t count);

#endif
