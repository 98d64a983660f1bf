/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the names of passes from a compiler's output. */
#ifndef TRIAGE_PASS_NAMES_H
#define TRIAGE_PASS_NAMES_H

#include "base/text.h"

/* The output of -opt-bisect-limit=-1. */
typedef struct bisect_trace {
  strings runs;     /* number and name of each pass that started, by turns */
  unsigned last;    /* number of the last one; 0: none */
  const char *name; /* it and the function or module it ran on, or NULL; lent */
  bool selected;    /* instruction selection had begun by then */
} bisect_trace;

void bisect_trace_read(bisect_trace *out, const char *output, size_t size);
void bisect_trace_dispose(bisect_trace *self);
/* The name of the pass with this number, or NULL: lent. */
const char *bisect_trace_pass(const bisect_trace *self, unsigned number);
/* The innermost "Running pass ... on ..." of LLVM's stack dump, as NAME on
 * WHAT; caller's, or NULL. */
char *stack_dump_pass(const char *output, size_t size);

/* Reads the pass that GCC's message names; false: it names none. Both strings
 * are the caller's. *kind_out is "GIMPLE", "RTL" or "IPA". */
bool during_pass(char **kind_out, char **pass_out, const char *output,
                 size_t size);
/* Adds the passes from -fdump-passes as KIND-NAME, such as "tree-vrp1", in
 * execution order. */
void pass_list_read(strings *out, const char *output, size_t size);
/* The same, of those that run. */
void pass_list_running(strings *out, const char *output, size_t size);
/* The options that leave out a pass of the list and its later runs, with spaces between
 * them; caller's. */
char *pass_list_off(const strings *list, size_t first);
/* Adds the passes of the list that match a bare name: "vrp" matches "tree-vrp1"
 * and "tree-vrp2". `prefix` is the kind, such as "tree-". */
void pass_list_find(strings *out, const strings *list, const char *prefix,
                    const char *name);
/* The kind of what a list of passes, a counter or an option of GCC names: "tree-vrp1",
 * "sched_insn", "schedule-insns". "GIMPLE", "RTL" or "IPA"; NULL: not known. */
const char *pass_kind(const char *name);
/* The pass in a dump file's name: "tree-vrp1" for "a.c.113t.vrp1"; caller's, or
 * NULL. */
char *dump_file_pass(const char *file);
/* Adds the counters from -fdbg-cnt-list that belong to a pass. */
void counters_find(strings *out, const char *output, size_t size,
                   const char *pass);

#endif
