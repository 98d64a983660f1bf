/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A finished reduction as facts: all that a report says. It knows nothing of the
 * program that fills it, and is kept as report.json. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "bisect/bisection.h"
#include "compiler/compiler.h"
#include "compiler/crash_oracle.h"
#include "reduce/reduce.h"
#include "triage/matrix.h"
#include "triage/triage.h"

/* An accepted step. */
typedef struct report_step {
  char *pass;
  uint32_t round;
  uint64_t tests; /* so far */
  uint64_t ms;    /* since the beginning */
  rd_measure measure;
  char *text; /* after it; NULL: left out, since all of them together are too
                 large (report_keep_texts) */
  size_t size;
} report_step;

/* The tests of a pass. */
typedef struct report_pass {
  char *name;
  uint64_t verdicts[RD_VERDICT_COUNT];
} report_pass;

/* A text of another class, or another crash, that was met. */
typedef struct report_other {
  char *line; /* what it shows */
  char *file; /* where it is, or NULL */
} report_other;

/* Strings are NULL where nothing is known; all are its own. */
typedef struct report {
  /* the compiler */
  compiler_family family;
  char *program; /* as typed, such as "gcc-12" */
  char *version; /* first line of --version */
  char *verbose; /* all that -v prints: version, target, configure line */
  char *target;
  char *configured; /* the configure line, without "Configured with: " */
  char *system;     /* of the machine: uname's system, release and machine, and
                       the distribution's name */
  char *built_from; /* the commit of its own repository from which it was built,
                       so that nobody else has it under this name */

  /* the crash */
  property_kind property; /* what had to stay; all but PROPERTY_CRASH: maybe no
                             crash at all */
  char *pattern;          /* with PROPERTY_PATTERN */
  char *script;           /* with PROPERTY_SCRIPT, as words for a shell */
  uint64_t limit;  /* with PROPERTY_HANG ms, with PROPERTY_MEMORY bytes */
  char *signature; /* one line */
  char
      *message; /* the compiler's own line, such as "internal compiler error: in
                    f, at a.c:1" */
  char *function;        /* of the compiler, in which it crashed */
  char *place;           /* its file and line */
  char *output;          /* all that it prints for the reduced file */
  char *command;         /* as given, with the original's name */
  char *reduced_command; /* with the flags that are left, on `reduced_name` */
  char *mode;            /* its "-c", "-S" or the like; NULL: it has none */
  strings flags; /* those that are left: no compiler, file, mode, output */
  strings environment;   /* variables to set for it, NAME=VALUE, or to unset,
                            NAME */
  strings removed_flags; /* those that were not needed */
  strings cc1; /* clang: arguments of -cc1 with which it crashes too, without
                       the file; empty: none were found */
  strings warnings; /* GCC: those for the reduced file that a later one has made
                       errors, such as "implicit-int" */

  /* the texts */
  char *original_name, *original; /* what was reduced, preprocessed or not; the
                                     latter NULL: left out, for its size */
  size_t original_size;
  bool preprocessed;
  char *reduced_name, *reduced;
  size_t reduced_size;
  rd_measure before, after;
  uint64_t original_lines, reduced_lines;

  /* what was found of it */
  char *judge;       /* what decides whether the text is valid */
  char *judge_class; /* "clean", "accepted" or "errors" */
  triage triage;
  matrix matrix;
  bisection bisection;
  bool has_bisection;

  /* how it went */
  report_step *steps;
  size_t step_count;
  report_pass *passes;
  size_t pass_count;
  uint64_t tests, flag_tests, ms;
  unsigned jobs;
  bool minimal;
  report_other *others;
  size_t other_count;
  char *made_by; /* "clang-hdd 0.1.0" */
  char *date;    /* of the report, as 2026-01-31 */
} report;

void report_dispose(report *self);
/* Leaves the largest texts of steps out until all together have no more than
 * this many bytes. */
void report_keep_texts(report *self, size_t bytes);
/* Makes what a bisection has found a part of the report, in place of an earlier
 * one. It is copied, but for what is only of use where it was found: where the
 * repository and the compilers are. */
void report_set_bisection(report *self, const bisection *found);
/* Of a compiler that was built for a bisection: takes the names of the folders
 * that were made for it out of all texts of the report, and has the program
 * called by its name alone. They are recognised by the commit's digits in its path;
 * a program without these stays as it is. */
void report_hide_build(report *self);
/* What a bug tracker's title says, such as "[12 Regression] ICE in f, at a.c:1
 * with -O3"; caller's. */
char *report_title(const report *self);
/* Is the reduced text valid: 1 yes, 0 no, -1 not known? By the matrix, and where
 * that does not tell by the judge, and without one by errors before the
 * crash. */
int report_validity(const report *self);

/* As report.json; caller's. */
char *report_json(const report *self);
/* The same in one line of ASCII; caller's. */
char *report_json_ascii(const report *self);

/* A text as a change of another one: how many bytes at its beginning and at its
 * end are those of the other. What is new between them is whole characters. */
typedef struct text_change {
  size_t head, tail;
} text_change;
text_change text_change_find(const char *before, size_t size, const char *text,
                             size_t text_size);

/* RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status report_write_json(const report *self, const char *path,
                            rd_error *err);
/* RD_ERR_NOTFOUND; RD_ERR_INVALID: it is not such a file; RD_ERR_IO. Owner: *out is
 * released with report_dispose. */
rd_status report_read_json(report *out, const char *path, rd_error *err);

/* The texts of a report; all caller's. */
char *report_bugzilla(const report *self); /* gcc.gnu.org/bugzilla */
char *report_github(const report *self);   /* github.com/llvm/llvm-project */
char *report_plain(const report *self);    /* for any other compiler */
char *report_dejagnu(const report *self);  /* a test for GCC's testsuite */
char *report_lit(const report *self);      /* a test for LLVM's */
char *report_script(const report *self);   /* reproduces the crash */
char *report_html(const report *self);     /* a page of its own */

/* Is the text one for the compiler that crashes? GCC's tracker and testsuite are
 * not for clang, and the other way round. */
bool report_fits(const report *self, char *(*make)(const report *self));
/* Which file of the folder goes to the compiler's tracker; lent forever. */
const char *report_tracker_file(const report *self);
/* Its text; caller's. */
char *report_tracker_text(const report *self);
/* Writes all of it into a folder, which is made: report.json, report.html, the
 * text for the compiler's tracker, the reduced file, the test and the script.
 * What was there is replaced. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status report_write(const report *self, const char *folder, rd_error *err);

#endif
