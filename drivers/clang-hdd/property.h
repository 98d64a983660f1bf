/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The property that the reduction preserves: how the subject crashes, or what
 * else was asked for. */
#ifndef CLANG_HDD_PROPERTY_H
#define CLANG_HDD_PROPERTY_H

#include "clang-hdd/subject.h"
#include "compiler/crash_oracle.h"
#include "compiler/site.h"

typedef struct property {
  const request *request;
  const subject *subject;
  property_kind kind;
  strings environment; /* of the command, as in a job */
  signature signature;
  const regex_t *pattern; /* that the output of a test has to match; NULL: none;
                             lent: of the request, or `regex` */
  char *expression;       /* in place of --ice-pattern, or NULL */
  regex_t regex;          /* the same, compiled */
  strings by_user;        /* the environment of the guard */
  crash_guard guard;      /* --ice-pattern is only seen by the user; no argv:
                             there is no guard */
  site_reports reports;   /* of the crash site, from the compiler's output */
  rd_limits limits;       /* of a test */
  uint64_t usual_us;      /* CPU time of FILE's own runs; 0: not run */
  char *line;             /* the property in one line, or NULL */
  const char *match;      /* the --match level in use, NULL if no output is
                             compared; lent forever */
} property;

/* Runs the file and determines the property. `earlier`: the limits of the run
 * that is resumed, used instead of measured ones; or NULL. */
exit_code property_find(property *out, const subject *of,
                        const rd_limits *earlier);
void property_dispose(property *self);
/* Refuses one of several files, or one that the command does not name, if the command
 * does not read it: its content makes no difference. Cost: a run for each. */
exit_code property_check_reads(const property *self);

/* The expression that is looked for, NULL if there is none; lent. */
const char *property_pattern(const property *self);
/* The options of an oracle without judge and guard and with a single slot; its
 * faster modes are validated on `text`. Lent. */
crash_options property_options(const property *self, const source *text);

/* Does the output of these words match --ice-pattern, as the user sees it? With
 * a guard only. */
rd_status property_test_words(bool *good_out, const property *self,
                              const char *const *argv, const source *text,
                              rd_error *err);

/* The verdict that an exit status of clang-hdd-differs means (wrong_step.c). */
rd_verdict property_wrong_verdict(int status);
/* How often each step of the sieve has refused a text, in one line; caller's,
 * NULL: none has. */
char *property_sieve_line(const property *self, const crash_stats *stats);
/* What each step of the tests has taken, and which share the sieve had, in one
 * line; caller's. */
char *property_cost_line(const property *self, const crash_stats *stats);

/* ---- pattern_step.c: a part of the above ---- */

/* Finds what stands for --ice-pattern in tests: sets pattern, and expression or
 * guard. `run` is the first run; if the pattern decides `alone` and only the
 * user sees it, `run` becomes the run that the user sees. Cost: one run, if the
 * output of `run` does not match. */
exit_code property_find_pattern(bool *found_out, property *self, rd_run *run,
                                bool alone);

/* ---- refusal.c: a part of the above ---- */

/* How the run ended, such as "exit status 1"; caller's. */
char *property_describe_end(const rd_run *run);
/* What to type to reduce another file too; caller's. */
char *property_line_with(const subject *of, const char *other);
/* Explains that the run of the original lacks the property. */
exit_code property_refuse(const property *self, const rd_run *run);

/* ---- original.c: the text that the reduction begins with ---- */

typedef struct original {
  char *text; /* the input or its preprocessed form */
  size_t size;
  char *preprocessed;   /* NULL if the text is the input */
  bool has_markers;     /* line markers, in the preprocessed text */
  bool as_written;      /* it can be preprocessed, but is not yet */
  site_reports reports; /* of the crash site, if not the property's */
  sites sites;          /* the places of the crash site in the text */
  char *site_line;      /* the same in one line, or "" */
} original;

/* Preprocesses a file with includes, if the property survives that, and finds
 * the crash site in it. */
exit_code original_make(original *out, const property *of);
void original_dispose(original *self);
/* Can the text be preprocessed, and would that change it? */
bool original_can_preprocess(const property *of, const char *text, size_t size);
/* Preprocesses a text, with line markers or without; *out is NULL if the
 * preprocessor fails. Caller's. */
exit_code original_preprocess(char **out, size_t *size_out, const property *of,
                              const source *text, bool lines);
/* Several files with those that others include in their place (inline_step.c);
 * NULL: there are none. Caller's. */
char *original_inline(size_t *size_out, const subject *of);

#endif
