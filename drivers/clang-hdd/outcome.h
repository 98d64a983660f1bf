/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The result of a reduction. */
#ifndef CLANG_HDD_OUTCOME_H
#define CLANG_HDD_OUTCOME_H

#include "clang-hdd/oracle.h"
#include "flags/flags.h"
#include "report/report.h"

/* A text that was accepted. */
typedef struct accepted_text {
  char *text;
  size_t size;
} accepted_text;

/* A text of another class than the result's (classes.c). */
typedef struct class_text {
  judge_class wanted;
  judge_class what; /* of the text that was found */
  bool is_as_valid; /* as the original is */
  char *habits;     /* that the original has not, as words; NULL: none, or not
                       known */
  char *text;
  size_t size;
  rd_measure measure;
  bool minimal; /* as in rd_result */
  uint64_t tests;
  bool complete; /* the search ran to its end */
  char *path;    /* where it was written; NULL if it was not */
} class_text;

enum { CLASSES_MOST = 3 };

bool measure_is_smaller(rd_measure a, rd_measure b);

typedef struct outcome {
  rd_result result;
  bool has_result;
  bool fell_back; /* it is an earlier text, since the last one failed */
  accepted_text *accepted; /* the newest ones, for the final check */
  size_t accepted_count;

  judge_class class; /* of the result */
  bool classified;   /* the class is known */
  bool strict;       /* it is JUDGE_STRICT, if not better */
  bool has_errors;   /* of the result, which the original had too */
  class_text classes[CLASSES_MOST];
  size_t class_count;

  unsigned without; /* with --wrong-code: what the program does not need */
  /* The command with the remaining options. */
  flags_result flags;
  invocation reduced;
  bool has_flags;

  /* How the result was edited for readers. */
  bool laid_out;
  uint32_t renamed, names_kept; /* symbols */

  report report;     /* its history from the beginning, the rest at the end */
  char *report_path; /* its folder, once it is written */
} outcome;

void outcome_dispose(outcome *self);

/* Keeps a copy of an accepted text, for the final check to fall back on. */
void outcome_keep_accepted(outcome *self, const char *text, size_t size);
void outcome_forget_accepted(outcome *self);
/* Makes a text with the same number of tokens the result; it is copied. */
void outcome_replace_result(outcome *self, const char *text, size_t size);
/* The command for a report: with the remaining options, or the user's own.
 * Lent. */
const invocation *outcome_command(const outcome *self, const subject *of);
/* The same as a shell command that shows the crash of the reduced file;
 * caller's. */
char *outcome_command_line(const outcome *self, const subject *of,
                           const output *to);

#endif
