/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The facts about a crash in a compiler's output, line by line. */
#ifndef COMPILER_CRASH_FACTS_H
#define COMPILER_CRASH_FACTS_H

#include <stdint.h>

#include "base/text.h"
#include "compiler/crashes.h"

typedef struct crash_facts_reader crash_facts_reader;

/* Reads the facts of this level. */
crash_facts_reader *crash_facts_new(match_level level);
void crash_facts_free(crash_facts_reader *self);
/* Before each output. `failed`: the run did not succeed. */
void crash_facts_reset(crash_facts_reader *self, bool failed);
/* Reads the next line, without its end. */
void crash_facts_read(crash_facts_reader *self, const char *line);
/* No later line adds a fact. */
bool crash_facts_are_complete(const crash_facts_reader *self);
/* Does a fact alone prove a crash? */
bool crash_facts_show_crash(const crash_facts_reader *self);
/* Does a fact say more than a stack trace would? */
bool crash_facts_have_message(const crash_facts_reader *self);
/* The errors up to here, as errors_add_line makes them, in the order met,
 * without the lines about the crash. Lent until the next line. */
const strings *crash_facts_errors(const crash_facts_reader *self);
/* Adds the facts, in the order of the groups of crashes.def. Bit i of
 * *places_out: the i-th says where the compiler crashed. `out` has to be empty.
 */
void crash_facts_collect(strings *out, uint32_t *places_out,
                         const crash_facts_reader *self);

#endif
