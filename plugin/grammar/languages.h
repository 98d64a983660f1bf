/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The languages of a text: its own, and those of islands in it. */
#ifndef GRAMMAR_LANGUAGES_H
#define GRAMMAR_LANGUAGES_H

#include "syntax.h"

typedef struct languages {
  core calls;
  ARRAY(syntax *) loaded;
  strings missing; /* names that cannot be loaded */
} languages;

/* Loads the core. Owner: caller, languages_dispose, also after an error. Errors
 * as core_load. */
rd_status languages_init(languages *out, rd_error *err);
void languages_dispose(languages *self);

/* The language of that name: lent. Errors as syntax_load. */
rd_status languages_load(syntax **out, languages *self, const char *name,
                         rd_error *err);

/* The language that is written inside a node of another one's tree of the text
 * (islands.def): lent; NULL: there is none, or it is not installed. */
syntax *languages_island(languages *self, const syntax *around, const cst *tree,
                         const char *text, uint32_t node);
/* Is there one inside the node? */
bool languages_meet(languages *self, const syntax *around, const cst *tree,
                    const char *text, uint32_t node);

#endif
