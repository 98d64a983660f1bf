/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Removes words of declarations, all of a kind at once.
 *
 * A single `const`, `static` or `long` is optional, and pruning drops it. But
 * all declarations of an entity must agree, and so must a pointer and its
 * pointee; then either all have to change or none. So each word is offered for
 * the whole file, and the type of an entity that is declared more than once is
 * offered for all its declarations. Single occurrences are left to pruning.
 */
#include <string.h>

#include "base/hash.h"
#include "declared.h"

/* ---- words that may go ---- */

/* Is the leaf a storage class, a qualifier, or a similar optional word? */
static bool is_optional_word(const rewriter *r, uint32_t node)
{
  if (rewrite_kind(r, node) != KIND_TOKEN ||
      rewrite_role(r, node) != ROLE_OPTION || !rewrite_has_tokens(r, node))
    return false;
  word w = rewrite_word(r, node);
  word_class class = syntax_class(w);
  return (class == CLASS_STORAGE && w != WORD_TYPEDEF) ||
         class == CLASS_QUALIFIER || w == WORD_EXTENSION;
}

static bool is_optional_attribute(const rewriter *r, uint32_t node)
{
  return rewrite_kind(r, node) == KIND_ATTRIBUTE &&
         rewrite_role(r, node) == ROLE_OPTION;
}

void rewrite_word_everywhere(rewriter *r)
{
  size_t counts[WORD_COUNT] = { 0 };
  size_t attributes = 0;
  EACH_NODE (node, r) {
    if (is_optional_word(r, node))
      counts[rewrite_word(r, node)]++;
    attributes += is_optional_attribute(r, node);
  }
  for (int w = 0; w < WORD_COUNT; w++) {
    if (counts[w] < 2)
      continue;
    rewrite_open(r);
    EACH_NODE (node, r)
      if (is_optional_word(r, node) && rewrite_word(r, node) == (word)w)
        rewrite_drop(r, node);
  }
  if (attributes < 2)
    return;
  rewrite_open(r);
  EACH_NODE (node, r)
    if (is_optional_attribute(r, node))
      rewrite_drop(r, node);
}

/* ---- types by their spelling ---- */

/* A type of words that is not already `int` and names something. */
static bool is_wordy(const rewriter *r, uint32_t node)
{
  syntax_kind kind = rewrite_kind(r, node);
  if (kind == KIND_TYPES)
    return rewrite_has_tokens(r, node);
  return kind == KIND_TYPE && rewrite_word(r, node) == WORD_TYPE &&
         !rewrite_spells(r, node, "int");
}

/* Hashes its words; two spellings that differ only in blanks count as two
 * types. */
static uint64_t spelling_of(const rewriter *r, uint32_t node)
{
  const syntax *s = r->s;
  uint32_t begin = s->tokens[syntax_first_token(s, node)].begin;
  uint32_t end = s->tokens[syntax_last_token(s, node)].end;
  return hash_bytes(s->text + begin, end - begin);
}

/* Equal spellings are chained, from the last to the first. */
void rewrite_type_everywhere(rewriter *r)
{
  map last = { 0 };
  uint32_t count = rewrite_node_count(r);
  uint32_t *previous = mem_alloc(count + 1u, sizeof *previous);
  for (uint32_t node = 0; node < count; node++)
    if (is_wordy(r, node)) {
      previous[node] = map_find(&last, spelling_of(r, node));
      map_put(&last, spelling_of(r, node), node);
    }
  for (uint32_t node = 0; node < count; node++) {
    if (!is_wordy(r, node) || previous[node] == MAP_NONE ||
        map_find(&last, spelling_of(r, node)) != node)
      continue;
    rewrite_open(r);
    for (uint32_t at = node; at != MAP_NONE; at = previous[at])
      rewrite_text(r, at, "int");
  }
  map_free(&last);
  free(previous);
}

/* ---- what is declared more than once ---- */

/* The type node that declares the leaf's name and nothing else, or
 * NODE_NONE. */
static uint32_t own_type(const rewriter *r, uint32_t leaf)
{
  declared d;
  if (!declared_find(&d, r, leaf) || !declared_is_only(r, &d) ||
      d.type == NODE_NONE)
    return NODE_NONE;
  bool defines = rewrite_kind(r, d.type) == KIND_TAG &&
                 declared_body(r, d.type) != NODE_NONE;
  return defines ? NODE_NONE : d.type;
}

/* The number of its declarations, if each has its own type; otherwise 0. */
static size_t count_types(bool *all_int, const rewriter *r, uint32_t symbol)
{
  size_t declarations = 0;
  *all_int = true;
  EACH_MENTION (leaf, r, symbol) {
    if (!rewrite_declares(r, leaf))
      continue;
    uint32_t type = own_type(r, leaf);
    if (type == NODE_NONE)
      return 0;
    *all_int &= rewrite_tokens(r, type) == 1 && rewrite_spells(r, type, "int");
    declarations++;
  }
  return declarations;
}

/* Writes the text for all its types; an empty text drops them. */
static void offer_type(rewriter *r, uint32_t symbol, const char *text)
{
  rewrite_open(r);
  EACH_MENTION (leaf, r, symbol) {
    if (!rewrite_declares(r, leaf))
      continue;
    uint32_t type = own_type(r, leaf);
    if (*text)
      rewrite_text(r, type, text);
    else
      rewrite_drop(r, type);
  }
}

void rewrite_type_of_declarations(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    uint8_t kind = rewrite_fact(r, i)->kind;
    bool all_int;
    if ((kind == RD_SYMBOL_FUNCTION || kind == RD_SYMBOL_VARIABLE) &&
        count_types(&all_int, r, i) > 1 &&
        (!all_int || build_permits_implicit_int(r->b)))
      offer_type(r, i, all_int ? "" : "int");
  }
}
