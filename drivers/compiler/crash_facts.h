/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The facts about a crash that a compiler's output tells, line by line. */
#ifndef COMPILER_CRASH_FACTS_H
#define COMPILER_CRASH_FACTS_H

#include <stdint.h>

#include "base/text.h"

/* How much of a crash has to be the same. */
typedef enum match_level {
  MATCH_EXACT,    /* all that its facts say */
  MATCH_FUNCTION, /* where in the compiler, without line and message */
  MATCH_KIND,     /* what sort of crash, in which phase */
  MATCH_LEVELS
} match_level;

/* "exact", "function", "kind"; lent forever. */
const char *match_level_name(match_level level);
/* The level of that name; false if there is none. */
bool match_level_find(match_level *out, const char *name);

typedef struct crash_facts_reader crash_facts_reader;

/* What is read are the facts of this level. */
crash_facts_reader *crash_facts_new(match_level level);
void crash_facts_free(crash_facts_reader *self);
/* Before each output. `failed`: the run did not succeed. */
void crash_facts_reset(crash_facts_reader *self, bool failed);
/* Reads the next line, without its end. */
void crash_facts_read(crash_facts_reader *self, const char *line);
/* No later line adds a fact: the crash has been told. */
bool crash_facts_are_complete(const crash_facts_reader *self);
/* Does a fact alone prove a crash? */
bool crash_facts_show_crash(const crash_facts_reader *self);
/* Does a fact say more than a stack trace would? */
bool crash_facts_have_message(const crash_facts_reader *self);
/* The errors up to here, as errors_add_line makes them, in the order met,
 * without the lines that tell the crash. Lent until the next line. */
const strings *crash_facts_errors(const crash_facts_reader *self);
/* Adds the facts, in the order of signatures.def. Bit i of *places_out: the
 * i-th says where the compiler crashed. `out` has to be empty. */
void crash_facts_collect(strings *out, uint32_t *places_out,
                         const crash_facts_reader *self);

#endif
