/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How other installed compilers, and other versions, handle a text. */
#ifndef TRIAGE_MATRIX_H
#define TRIAGE_MATRIX_H

#include "triage/triage.h"

/* In brackets: of a row that is about the program that is built. */
typedef enum matrix_end {
  MATRIX_WORKS,   /* compiles it (it does what is right) */
  MATRIX_CRASHES, /* the same crash (it is wrong in the same way) */
  MATRIX_OTHER,   /* another crash (it is wrong in another way) */
  MATRIX_REJECTS, /* errors in the text */
  MATRIX_OPTIONS, /* does not know an option */
  MATRIX_LATE,    /* took too long or too much memory */
} matrix_end;

typedef struct matrix_row {
  char *program; /* as typed by a user: "gcc-11" */
  compiler_family family;
  char *version; /* such as "11.3.0"; may be empty */
  char *target;  /* such as "x86_64-linux-gnu"; may be empty */
  char *options; /* the words of its command, quoted for a shell, without
                    program, output and file */
  matrix_end end;
  char *detail; /* the crash, or the first error; or NULL */
  bool self;    /* it is the crashing compiler */
  bool builds;  /* the row is about the program that is built */
  bool
      other_level; /* it is, with another level than the command's in options */
  strings levels;  /* other levels with the same end; options has the first */
  strings habits;  /* of old C that it complains about (habits.h) */
  char *more; /* options with which it does not reject the text any more, for
                     a shell; NULL: none are known */
  matrix_end then; /* with these */
} matrix_row;

typedef struct matrix {
  matrix_row *rows; /* the crashing compiler's family first, then by family and
                       target, newest first */
  size_t size;
} matrix;

/* What other compilers are asked, if it is not whether they crash. */
typedef struct matrix_programs {
  /* Builds a program with these words, which compile, and runs it. A run that
   * does not build it is that of a compiler which fails; else *out is the end,
   * and *detail_out, the caller's, says more or is NULL. */
  rd_status (*ask)(matrix_end *out, char **detail_out, rd_run *run_out,
                   const void *payload, const strings *words,
                   const source *text, const rd_limits *limits, rd_error *err);
  const void *payload;
} matrix_programs;

/* Runs each compiler in PATH, once or again without the options that it does
 * not know, until several have timed out; other families get the options that
 * they understand. all: cross compilers for other targets too; otherwise, and if
 * programs are built, only compilers for the target of the crash and for this
 * machine. What builds the program does so at each level. RD_ERR_STOPPED, or a failure of the runner. Owner: release *out with matrix_dispose. */
rd_status matrix_run(matrix *out, const crash_case *given, bool all,
                     rd_error *err);
void matrix_dispose(matrix *self);
void matrix_row_dispose(matrix_row *self);
/* "works" and the like; lent forever. */
const char *matrix_end_name(matrix_end end);
/* The word for an end of the row: "right" and the like if it builds a program. */
const char *matrix_row_word(const matrix_row *row, matrix_end end);
/* The options with the other levels, for people; caller's. */
char *matrix_row_options(const matrix_row *row);
/* What the compiler does with the text once it accepts that, if it can. */
matrix_end matrix_outcome(const matrix_row *row);
/* The newest older version of the crashing compiler, for the same target and
 * with the same options, that works; NULL: none. If there is one, the crash is
 * a regression. Lent. */
const matrix_row *matrix_last_good(const matrix *self);
/* The oldest newer version of the crashing compiler, for the same target and with
 * the same options, from which on all versions compile the text; NULL: none. What
 * makes them accept it may be added to the options. Lent. */
const matrix_row *matrix_fixed(const matrix *self);
/* Is the text valid, its habits aside? 1 if a compiler other than the crashing one
 * accepts it; 0 if none does and another version of the crashing compiler, which
 * reads the same language, rejects it; -1: unknown. A rejection by other compilers
 * alone may be due to their dialect. */
int matrix_validity(const matrix *self);
/* Adds the habits of the text that some compiler complains about. */
void matrix_habits(strings *out, const matrix *self);
/* "implicit int; works only with -fpermissive": more than what a row does; caller's,
 * NULL: nothing. */
char *matrix_row_remark(const matrix_row *row);
/* The table as text for people; caller's. */
char *matrix_text(const matrix *self);

#endif
