/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A C++ text as rules see it where the meaning of a name depends on what is not
 * known yet (templates): tokens by their positions among those of the syntax,
 * and names by their spelling.
 */
#ifndef CLANG_SPELLED_H
#define CLANG_SPELLED_H

#include "../shapes.h"

/* Positions are [0, r->s->count). Queries accept any number: behind the last
 * token there is nothing. */

/* All tokens by their spelling. */
typedef struct spellings {
  const rewriter *r;
  map first;      /* hash of a spelling to its first position */
  uint32_t *next; /* by position: the next one with its spelling, or MAP_NONE */
} spellings;

void spellings_collect(spellings *out, const rewriter *r);
void spellings_free(spellings *s);
/* The first position with this text, or MAP_NONE. */
uint32_t spellings_find(const spellings *s, const char *text);
/* The first position with the text of that one. */
uint32_t spellings_first(const spellings *s, uint32_t at);

/* Iterate over the positions with a text; over those with the text of one. */
#define EACH_SPELLED(at, s, text)                                              \
  for (uint32_t at = spellings_find(s, text); at != MAP_NONE;                  \
       at = (s)->next[at])
#define EACH_ALIKE(at, s, like)                                                \
  for (uint32_t at = spellings_first(s, like); at != MAP_NONE;                 \
       at = (s)->next[at])

bool spelled_is(const rewriter *r, uint32_t at, const char *text);
bool spelled_is_name(const rewriter *r, uint32_t at);
/* Can the name, spelled like the one that is declared, be a use of it? Not if
 * libclang knows it to be a variable or a member. */
bool spelled_can_mean(const rewriter *r, uint32_t at, uint32_t declared);

/* Behind the bracket that closes the one at the position, also for the `<` of
 * templates; 0 if there is none. */
uint32_t spelled_behind(const rewriter *r, uint32_t at);
/* The same, or behind the token. */
uint32_t spelled_next(const rewriter *r, uint32_t at);

/* A part of the text: [begin, end); empty if there is none. */
typedef struct span {
  uint32_t begin, end;
} span;

typedef ARRAY(span) spans;

/* What commas separate between the bracket at the position and its partner; `<`
 * too. False if there is none. */
bool spelled_list(spans *out, const rewriter *r, uint32_t open);
/* The declaration or statement that begins at the position, or NODE_NONE. */
uint32_t spelled_element(const rewriter *r, uint32_t at);
/* The bracket that the one at the position closes, or the position. */
uint32_t spelled_open(const rewriter *r, uint32_t at);
/* The largest node with just these tokens, or NODE_NONE. */
uint32_t spelled_node(const rewriter *r, span of);
/* Is the node an element of a list? */
bool spelled_is_element(const rewriter *r, uint32_t node);
uint32_t spelled_leaf(const rewriter *r, uint32_t at);
/* The source of [begin, end). */
const char *spelled_text(rewriter *r, uint32_t begin, uint32_t end);
/* The same with `by` for all tokens that are spelled like the one at `name`. */
const char *spelled_renamed(rewriter *r, span of, uint32_t name,
                            const char *by);
/* Where the qualified name that ends with the one at the position begins. */
uint32_t spelled_chain(const rewriter *r, uint32_t at);

/* A name that is declared: `T outer::name(...)`; MAP_NONE: there is none. */
typedef struct spelled_name {
  uint32_t name, outer;
} spelled_name;

/* What a declaration, of one name, declares; what qualifies that. */
spelled_name spelled_declared(const rewriter *r, span declaration);

/* Adds edits that drop [begin, end): nodes that are as large as fits. */
void spelled_drop(rewriter *r, uint32_t begin, uint32_t end);
/* Drops one of a list, and a comma if it is not the only one. */
void spelled_drop_item(rewriter *r, const spans *list, size_t index);

#endif
