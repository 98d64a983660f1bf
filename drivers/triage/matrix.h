/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How other installed compilers, and other versions, handle a text. */
#ifndef TRIAGE_MATRIX_H
#define TRIAGE_MATRIX_H

#include "triage/triage.h"

typedef enum matrix_end {
  MATRIX_WORKS,   /* compiles it */
  MATRIX_CRASHES, /* the same crash */
  MATRIX_OTHER,   /* another crash */
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
  char *detail;   /* the crash, or the first error; or NULL */
  bool self;      /* it is the crashing compiler */
  strings habits; /* of old C that it complains about (habits.h) */
  char *more; /* options with which it does not reject the text any more, for
                     a shell; NULL: none are known */
  matrix_end then; /* with these */
} matrix_row;

typedef struct matrix {
  matrix_row *rows; /* the crashing compiler's family first, then by family and
                       target, newest first */
  size_t size;
} matrix;

/* Runs each compiler in PATH, once or again without the options that it does
 * not know, until several have timed out; other families get the options that
 * they understand. all: cross compilers for other targets too; otherwise only
 * compilers for the target of the crash and for this machine. RD_ERR_STOPPED,
 * or a failure of the runner. Owner: release *out with matrix_dispose. */
rd_status matrix_run(matrix *out, const crash_case *given, bool all,
                     rd_error *err);
void matrix_dispose(matrix *self);
/* "works" and the like; lent forever. */
const char *matrix_end_name(matrix_end end);
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
