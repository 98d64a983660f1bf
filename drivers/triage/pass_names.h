/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes of a compiler, as its output names them. */
#ifndef TRIAGE_PASS_NAMES_H
#define TRIAGE_PASS_NAMES_H

#include "base/text.h"

/* What -opt-bisect-limit=-1 printed. */
typedef struct bisect_trace {
  unsigned last; /* number of the last pass that was begun; 0: none */
  char *name;    /* that pass and what it ran on, or NULL */
  bool selected; /* instruction selection had begun by then */
} bisect_trace;

void bisect_trace_read(bisect_trace *out, const char *output, size_t size);
void bisect_trace_dispose(bisect_trace *self);
/* The name of the pass with a number, as it ran; caller's, or NULL. */
char *bisect_pass(const char *output, size_t size, unsigned number);
/* The innermost "Running pass ... on ..." of LLVM's stack dump, as NAME on
 * WHAT; caller's, or NULL. */
char *stack_dump_pass(const char *output, size_t size);

/* The pass that GCC says it was in; false: it does not say. Both caller's.
 * *kind_out is "GIMPLE", "RTL" or "IPA". */
bool during_pass(char **kind_out, char **pass_out, const char *output,
                 size_t size);
/* Adds the passes of -fdump-passes as KIND-NAME, such as "tree-vrp1", in the
 * order in which they run. */
void pass_list_read(strings *out, const char *output, size_t size);
/* Adds those of the list that a bare name may stand for: "vrp" for "tree-vrp1"
 * and "tree-vrp2". `prefix` is such as "tree-". */
void pass_list_find(strings *out, const strings *list, const char *prefix,
                    const char *name);
/* "tree-vrp1" of the dump file's name "a.c.113t.vrp1"; caller's, or NULL. */
char *dump_file_pass(const char *file);
/* Adds the counters of -fdbg-cnt-list that belong to a pass. */
void counters_find(strings *out, const char *output, size_t size,
                   const char *pass);

#endif
