/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Extracts the facts about a crash from a compiler's output, line by line. */
#ifndef COMPILER_CRASH_FACTS_H
#define COMPILER_CRASH_FACTS_H

#include <stdint.h>

#include "base/text.h"
#include "compiler/crashes.h"

typedef struct crash_facts_reader crash_facts_reader;

/* Reads the facts at this match level. */
crash_facts_reader *crash_facts_new(match_level level);
void crash_facts_free(crash_facts_reader *self);
/* Call before each output. `failed`: the run did not succeed. */
void crash_facts_reset(crash_facts_reader *self, bool failed);
/* Reads the next line, without its terminator. */
void crash_facts_read(crash_facts_reader *self, const char *line);
/* Returns true if no later line can add a fact. */
bool crash_facts_are_complete(const crash_facts_reader *self);
/* Does a fact alone prove a crash? */
bool crash_facts_show_crash(const crash_facts_reader *self);
/* Does a fact carry more information than a stack trace would? */
bool crash_facts_have_message(const crash_facts_reader *self);
/* The errors so far, normalized by errors_add_line, in order of appearance,
 * without the lines about the crash. Borrowed until the next line. */
const strings *crash_facts_errors(const crash_facts_reader *self);
/* Adds the facts in the group order of crashes.def. Bit i of *places_out: fact
 * i identifies where the compiler crashed. `out` must be empty. */
void crash_facts_collect(strings *out, uint32_t *places_out,
                         const crash_facts_reader *self);

#endif
