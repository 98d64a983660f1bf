/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A finished reduction as facts: the whole content of a report. It is
 * independent of the program that fills it, and is stored as report.json. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "bisect/bisection.h"
#include "compiler/compiler.h"
#include "compiler/crash_oracle.h"
#include "compiler/languages.h"
#include "reduce/reduce.h"
#include "triage/matrix.h"
#include "triage/triage.h"

/* An accepted step. */
typedef struct report_step {
  char *pass;
  uint32_t round;
  uint64_t tests; /* total so far */
  uint64_t ms;    /* since the beginning */
  rd_measure measure;
  char *text; /* after the step; NULL: left out, because all together are too
                 large (report_keep_texts) */
  size_t size;
} report_step;

/* The tests of a pass. */
typedef struct report_pass {
  char *name;
  uint64_t verdicts[RD_VERDICT_COUNT];
} report_pass;

/* A text with another class or another crash that occurred. */
typedef struct report_other {
  char *line; /* a description of it */
  char *file; /* its path, or NULL */
} report_other;

/* Is the reduced text valid? */
typedef enum report_validity {
  VALIDITY_UNKNOWN,
  VALIDITY_VALID,
  VALIDITY_TOLERATED, /* it has habits of old C, which the crashing compiler
                         accepts */
  VALIDITY_INVALID,
} report_validity;

/* Unknown strings are NULL; all are owned. */
typedef struct report {
  /* the compiler */
  compiler_family family;
  char *program; /* as typed, such as "gcc-12" */
  char *version; /* first line of --version */
  char *verbose; /* full output of -v: version, target, configure line */
  char *target;
  char *configured; /* the configure line, without "Configured with: " */
  char *system;     /* of the machine: uname's system, release and machine, and
                       the distribution's name */
  char *package;    /* the Debian package that it is from, and that package's */
  char *package_version, *architecture;
  char *built_from; /* the commit of its repository that it was built from,
                       which means that nobody else has it under this name */

  /* the crash */
  property_kind property; /* the property to keep; except for PROPERTY_CRASH
                             there may be no crash */
  char *pattern;          /* with PROPERTY_PATTERN */
  char *script;           /* with PROPERTY_SCRIPT, as shell words */
  uint64_t limit;  /* with PROPERTY_HANG ms, with PROPERTY_MEMORY bytes */
  char *signature; /* one line */
  char
      *message; /* the compiler's own line, such as "internal compiler error: in
                   f, at a.c:1" */
  char *function;        /* the compiler's function that crashed */
  char *place;           /* its file and line */
  char *output;          /* its full output for the reduced file */
  char *command;         /* as given, with the original's name */
  char *reduced_command; /* with the remaining flags, on `reduced_name` */
  char *mode;            /* its "-c", "-S" or the like; NULL: it has none */
  strings flags; /* the remaining ones, without compiler, file, mode, output */
  strings environment;   /* variables to set for it, NAME=VALUE, or to unset,
                            NAME */
  strings removed_flags; /* flags that were not needed */
  strings cc1; /* clang: arguments of -cc1 that also crash, without the file;
                  empty: none were found */
  strings warnings; /* of the compiler for the reduced file that later versions
                       made errors, such as "implicit-int" */

  strings errors; /* "LINE MESSAGE": what the test has to expect of an invalid
                       file */
  char *test_run; /* what the test did, such as "passes with gcc-13 13.2.0";
                       NULL: it was not run */

  /* the texts */
  char *original_name, *original; /* the text that was reduced, preprocessed or
                                     not; the latter NULL: left out because of
                                     its size */
  size_t original_size;
  bool preprocessed;
  strings files; /* names of several files, whose texts have a line "//--- NAME"
                    before each; empty: they are one */
  char *reduced_name, *reduced;
  size_t reduced_size;
  rd_measure before, after;
  uint64_t original_lines, reduced_lines;

  /* the findings */
  char *judge;       /* what decides whether the text is valid */
  char *judge_class; /* "clean", "strict", "accepted" or "errors" */
  bool strict;       /* a clean text keeps to the standard, too */
  triage triage;
  /* with PROPERTY_WRONG */
  char *expected, *actual; /* how the right program ends and what it prints, and
                              how that of the command does */
  char *run_line;          /* how the program runs, such as "./a.out 3" */
  char *input_name, *input; /* of which it reads its input; NULL: none, or it is
                               too large to be shown */
  size_t input_size;
  strings references; /* the commands that build it right */
  strings hiding;     /* options with which the command does too */
  matrix matrix;
  bisection bisection;
  bool has_bisection;

  /* the course of the reduction */
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
/* Leaves out the largest texts of steps until the total is at most this many
 * bytes. */
void report_keep_texts(report *self, size_t bytes);
/* Adds the result of a bisection to the report, replacing an earlier one.
 * Copies it, except for what is useful only on this machine: the places of the
 * repository and the compilers. */
void report_set_bisection(report *self, const bisection *found);
/* For a compiler that was built for a bisection: removes the names of its build
 * folders from all texts of the report, and shows the program by its name
 * alone. The commit's digits in its path identify them; a program without these
 * is unchanged. */
void report_hide_build(report *self);
/* Shortens names below the user's folders: those of the current folder begin
 * there, those of the home folder with "~". Commands stay, as they reproduce the
 * crash. */
void report_hide_places(report *self, const char *cwd);
/* The title for a bug tracker, such as "[12 Regression] ICE in f, at a.c:1 with
 * -O3"; caller's. */
char *report_title(const report *self);
/* The word for a property_kind; static. */
const char *report_property_name(int property);
/* Errors decide, then what the standard says, then the habits that some compiler
 * complains about, then the matrix, then the judge. */
report_validity report_find_validity(const report *self);
/* "valid", "tolerated", "invalid" or ""; static. */
const char *report_validity_name(report_validity what);
/* The version of the compiler in which the crash is fixed, such as "clang-19
 * 19.1.7 with -Wno-error=implicit-int"; caller's, NULL: none is known. */
char *report_fixed_in(const report *self);

/* As report.json; caller's. */
char *report_json(const report *self);
/* The same as an object, whose reference the caller releases. With `most` (0:
 * none) for people to read: strings of the report, except for the texts of the
 * reduction, are visible text and have at most its REPORT_STRING_SHARE-th part in
 * bytes, arrays its REPORT_ROW_SHARE-th part in rows (json_store.h). */
enum { REPORT_STRING_SHARE = 32, REPORT_ROW_SHARE = 200 };
struct json_t *report_object(const report *self, size_t most);

/* A text as a change of another: the numbers of bytes at its beginning and end
 * that it shares with the other. The new part between them consists of whole
 * characters. */
text_same text_change_find(const char *before, size_t size, const char *text,
                           size_t text_size);

/* RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status report_write_json(const report *self, const char *path,
                            rd_error *err);
/* RD_ERR_NOTFOUND; RD_ERR_INVALID: it is not a report; RD_ERR_IO. Owner:
 * release *out with report_dispose. */
rd_status report_read_json(report *out, const char *path, rd_error *err);

/* The texts of a report; all caller's. */
char *report_bugzilla(const report *self); /* gcc.gnu.org/bugzilla */
char *report_github(const report *self);   /* github.com/llvm/llvm-project */
char *report_plain(const report *self);    /* for any other compiler */
char *report_debian(const report *self);   /* bugs.debian.org, by mail */
char *report_dejagnu(const report *self);  /* a test for GCC's testsuite */
char *report_lit(const report *self);      /* a test for LLVM's */
char *report_suite(const report *self);    /* a program for llvm-test-suite, */
char *report_suite_output(const report *self); /* and what it has to print */
char *report_script(const report *self);       /* reproduces the crash */
char *report_html(const report *self);         /* a self-contained page */

/* Does the text suit the crashing compiler? GCC's tracker and testsuite are not
 * for clang, and vice versa. */
bool report_fits(const report *self, char *(*make)(const report *self));
/* A test for a compiler's testsuite, with the suffix that is read there. */
typedef struct report_test {
  const char *name; /* of the folder's file, such as "dejagnu-test.C" */
  compiler_family family;
  language language;
} report_test;
enum { REPORT_TESTS = 12 };
extern const report_test report_tests[REPORT_TESTS];
/* The one for this report; NULL: there is none. */
const report_test *report_find_test(const report *self);
/* The name of the folder's file for the compiler's tracker; lent forever. */
const char *report_tracker_file(const report *self);
/* The text for the compiler's tracker; caller's. */
char *report_tracker_text(const report *self);
/* If the folder has the report of a reduction of another text or by another
 * command, renames it to the first free of "FOLDER.~1~", "FOLDER.~2~" and so on.
 * *kept_out: that name, caller's; NULL: the folder stays. RD_ERR_IO. */
rd_status report_set_aside(char **kept_out, const report *self,
                           const char *folder, rd_error *err);
/* Writes all of it into a folder, which is created: report.json, report.html,
 * the text for the compiler's tracker, the reduced file, the test and the
 * script. Replaces earlier files. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status report_write(const report *self, const char *folder, rd_error *err);

#endif
