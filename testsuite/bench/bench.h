/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of the benchmark program; bench.c says what it does. */
#ifndef BENCH_H
#define BENCH_H

#include <jansson.h>

#include "base/text.h"
#include "reduce/process.h"

/* A reducer. */
typedef struct bench_tool {
  char *name;
  strings words; /* the command: {jobs} {test} {file} stand for what they say;
                    empty: clang-hdd itself */
  char *version; /* first line of what --version prints */
} bench_tool;

/* A folder with input.c, cmd, pattern and test.sh. */
typedef struct bench_case {
  char *name, *folder;
  char *text; /* input.c */
  size_t size;
  strings command; /* the compiler's, without output and input */
  char *pattern;
} bench_case;

/* What all runs share. */
typedef struct bench {
  const char *program; /* clang-hdd */
  const char *results; /* folder for what the tools leave */
  strings options;     /* more arguments for clang-hdd */
  const char *passes;  /* file for the table of passes, or NULL */
  json_t *until;       /* by case: tokens that somebody is to be measured by */
  unsigned jobs;
  uint32_t limit_ms; /* of a run */
  rd_keeper *keeper;
  char *scratch;
} bench;

/* Runs one tool on one case; the row for the table, or NULL with an error. */
json_t *bench_run(bench *self, const bench_tool *tool, const bench_case *at,
                  rd_error *err);

/* Does a result crash the case's compiler the same way, and does the judge that
 * clang-hdd would have chosen for the input accept it? Adds "same_signature" and
 * "valid" to the row. */
rd_status verify_result(json_t *row, const bench_case *at, const char *text,
                        size_t size, rd_error *err);

/* What clang-hdd's events say. Adds to the row what its last event counts, and
 *   "steps": [tests so far, tokens] of the start and of each accepted text,
 *   "passes": by name what it was worth: tests, successes, invalid, tokens. */
void events_read(json_t *row, const char *output);

/* The rows as Markdown: a table per case, geometric means against each tool. */
void table_print(FILE *out, const json_t *report);
/* What each case took clang-hdd, and until when; `until` as in bench. Prints
 * nothing if there are no rows of it. */
void effort_print(FILE *out, const json_t *report, const json_t *until);
/* A row for each pass and each rule of a front end, from all rows of clang-hdd
 * together. */
rd_status passes_print(FILE *out, const json_t *report, rd_error *err);

/* clang's raw tokens without comments. */
size_t count_c_tokens(const char *text, size_t size);

#endif
