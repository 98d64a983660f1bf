/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The symbols of a text, as far as words tell. */
#ifndef BLOCKS_NAMES_H
#define BLOCKS_NAMES_H

#include "shape.h"

/* A name at `token` that `node` declares in the block of statement `scope` - 1,
 * or at the top (0). */
typedef struct declared_name {
  uint32_t token, node, scope;
  uint8_t kind; /* rd_symbol_kind */
} declared_name;

/* What is known of a text that is in the builder. */
typedef struct meanings {
  const source *self;
  const statement_list *all;
  const shape *made;
  const uint32_t *names;         /* by token: equal for equal words */
  const declared_name *declared; /* by scope, then token */
  size_t count;
} meanings;

/* Does the token spell one of these? */
bool meanings_are(const meanings *self, uint32_t i, const strings *words);
/* Is it this name, and in the tree? */
bool meanings_is_word(const meanings *self, uint32_t i, uint32_t name);
bool meanings_opens_list(const meanings *self, uint32_t i);
/* The number of the statement that the token is in. */
uint32_t meanings_statement(const meanings *self, uint32_t i);
/* The number of the statement that closes the block, or of the one that opens it if none
 * does. */
uint32_t meanings_block_end(const meanings *self, uint32_t opener);

/* Adds the names that statements and headers declare, with their uses,
 * and the rewrites that follow from them. Cost:
 * O(n) on average. */
void names_add(rd_builder *builder, const source *self,
               const statement_list *all, const shape *made);

#endif
