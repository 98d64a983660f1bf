/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What may stand at a place of a grammar: symbols and shortest texts. */
#ifndef GRAMMAR_PHRASES_H
#define GRAMMAR_PHRASES_H

#include "core.h"
#include "rules.h"

typedef struct phrases phrases;

/* Works out the phrases of all symbols, each verified by parsing a shortest text
 * that contains it. The arguments are lent until phrases_free. */
phrases *phrases_new(const rules *grammar, const core *calls,
                     const TSLanguage *handle);
void phrases_free(phrases *self);

/* A shortest text that the rule matches, or NULL if none is known; lent. */
const char *phrases_of(phrases *self, uint32_t rule);

/* The number of its tokens, where it has a phrase. A string is one. */
uint32_t phrases_weight(const phrases *self, uint32_t rule);

/* Other texts that are worth a try where the rule stands (fillers.def):
 * NULL-terminated, or NULL; lent. */
const char *const *phrases_fillers(phrases *self, uint32_t rule);

/* The symbols that the rule accepts through unit derivations (Perses): each that
 * can stand for it with nothing beside it. Ascending; lent. */
const uint16_t *phrases_accepted(phrases *self, uint32_t rule,
                                 size_t *count_out);
/* Is the symbol one of these? */
bool phrases_accept(phrases *self, uint32_t rule, uint32_t symbol);

#endif
