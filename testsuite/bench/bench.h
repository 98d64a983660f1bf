/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of the benchmark program; bench.c says what it does. */
#ifndef BENCH_H
#define BENCH_H

#include <jansson.h>

#include "compiler/memory.h"
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

/* The rows as Markdown: a table per case, geometric means against each tool. */
void table_print(FILE *out, const json_t *report);

/* clang's raw tokens without comments. */
size_t count_c_tokens(const char *text, size_t size);

#endif
