/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Extracts the facts about a crash from a compiler's output, line by line. */
#ifndef COMPILER_CRASH_FACTS_H
#define COMPILER_CRASH_FACTS_H

#include <stdint.h>

#include "base/text.h"
#include "compiler/crashes.h"

/* Reads lines. Initialize with a level and `failed`. */
typedef struct crash_facts_reader {
  match_level level;
  bool failed;    /* the run did not succeed */
  bool complete;  /* no later line can add a fact */
  strings errors; /* the errors so far, normalized by errors_add_line, in order
                     of appearance, without the lines about the crash */
  struct {
    char *fact; /* NULL: none */
    unsigned flags;
  } found[GROUP_COUNT]; /* by group */
  char *error;          /* the last one, as a message */
} crash_facts_reader;

/* Forgets all lines. Call before each output, and at the end. */
void crash_facts_reset(crash_facts_reader *self);
/* Reads the next line, without its terminator. */
void crash_facts_read(crash_facts_reader *self, const char *line);
/* Does a fact alone prove a crash? */
bool crash_facts_show_crash(const crash_facts_reader *self);
/* Does a fact carry more information than a stack trace would? */
bool crash_facts_have_message(const crash_facts_reader *self);
/* Adds the facts in the group order of crashes.def. Bit i of *places_out: fact
 * i identifies where the compiler crashed; of *activities_out: it only says what
 * the compiler was doing. `out` must be empty. */
void crash_facts_collect(strings *out, uint32_t *places_out,
                         uint32_t *activities_out,
                         const crash_facts_reader *self);

/* The fact without what only the user's text decides, caller's: two that are the
 * same then are likely one mistake of the compiler. */
char *crash_fact_place(const char *fact);

#endif
