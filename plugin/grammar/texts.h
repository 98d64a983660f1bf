/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inside of a long token: a string, a comment, the text between two tags. */
#ifndef GRAMMAR_TEXTS_H
#define GRAMMAR_TEXTS_H

#include "core.h"
#include "reduce/tree.h"

/* The sorts below this number are those of what is in a text. */
enum { TEXTS_SORTS = 1 };

/* Is this the name of strings, or of what is in them? */
bool texts_is_string(const char *type);
/* Is it a string without blanks, its quotes included? One token for a reader. */
bool texts_is_token(const cst *tree, const char *text, uint32_t node);
/* Is it a string of tokens, several of which say that a line ends? */
bool texts_is_escaped(const cst *tree, const char *text, uint32_t node);

/* Adds [begin, end) of the builder's text, which has blanks inside, as a list: of
 * words, or of the lines of a string, which have a structure of their own. */
void texts_add(rd_builder *builder, const rd_node_spec *spec, uint32_t begin,
               uint32_t end, bool is_string);

#endif
