/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The facts about a crash that a compiler's output tells, line by line. */
#ifndef COMPILER_FACTS_H
#define COMPILER_FACTS_H

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

typedef struct facts_reader facts_reader;

/* What is read are the facts of this level. */
facts_reader *facts_new(match_level level);
void facts_free(facts_reader *self);
/* Before each output. `failed`: the run did not succeed. */
void facts_reset(facts_reader *self, bool failed);
/* Reads the next line, without its end. */
void facts_read(facts_reader *self, const char *line);
/* No later line adds a fact: the crash has been told. */
bool facts_are_complete(const facts_reader *self);
/* Does a fact alone prove a crash? */
bool facts_show_crash(const facts_reader *self);
/* Does a fact say more than a stack trace would? */
bool facts_have_message(const facts_reader *self);
/* The errors up to here, as errors_add_line makes them, in the order met,
 * without the lines that tell the crash. Lent until the next line. */
const strings *facts_errors(const facts_reader *self);
/* Adds the facts, in the order of signatures.def. Bit i of *places_out: the
 * i-th says where the compiler crashed. `out` has to be empty. */
void facts_collect(strings *out, uint32_t *places_out,
                   const facts_reader *self);

#endif
