/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives, as passes see them. */
#ifndef CLANG_PASSES_DIRECTIVES_H
#define CLANG_PASSES_DIRECTIVES_H

#include "../rewrite.h"

/* A directive: tokens [first, end), the # at `first`; `node` is the builder's.
 */
typedef struct directive {
  uint32_t first, end;
  uint32_t node;
  uint32_t trivium; /* its place among the trivia */
} directive;

typedef ARRAY(directive) directives;

/* All of the text, in order; to be freed. */
void directives_list(directives *out, const rewriter *r);
/* Likewise, those with this name only. */
void directives_named(directives *out, const rewriter *r, const char *name);
/* Is this its name? */
bool directive_is(const rewriter *r, const directive *d, const char *name);

#endif
