/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * C++: names that only the syntax shows to be declared.
 *
 * libclang gives no cursor for a deduction guide, for an alias by a built-in
 * template that it does not know, for a declaration at which it crashes, and for
 * what follows an error it cannot get over; for a text that it cannot read it
 * gives none at all. Without a symbol,
 * such a declaration could go although others need it. So each declared name
 * outside functions that has none gets one; those of the same kind with the same
 * name share it, whatever their scope.
 */
#include "unknown.h"

#include <string.h>

#include "base/hash.h"

/* Levels above a name that are examined; what is nested deeper stays unknown. */
enum { MOST_LEVELS = 256 };

struct unknown {
  semantics *f;
  const syntax *s;
  map symbols; /* hash of kind and name to symbol */
};

static const syntax_node *node_at(const struct unknown *u, uint32_t node)
{
  return &u->s->nodes.data[node];
}

/* Is the name local, a parameter, or one that no other declaration can name? */
static bool is_inner(const struct unknown *u, uint32_t node)
{
  for (int level = 0; level < MOST_LEVELS; level++) {
    switch ((syntax_kind)node_at(u, node)->kind) {
    case KIND_UNIT:
      return false;
    case KIND_COMPOUND:
    case KIND_PARAMETERS:
    case KIND_TEMPLATE_HEAD:
    case KIND_LAMBDA:
    case KIND_REQUIRES:
    case KIND_BINDINGS:
    case KIND_LABEL:
      return true;
    default:
      node = node_at(u, node)->parent;
    }
    if (node == NODE_NONE)
      return false;
  }
  return true;
}

/* Is the word among the first tokens of the node, before visible token `end`? */
static bool has_word(const struct unknown *u, uint32_t node, uint32_t end,
                     word w)
{
  for (uint32_t i = node_at(u, node)->first; i < end; i++) {
    if (u->s->words[i] == w)
      return true;
    if (u->s->words[i] == WORD_OPEN_PAREN || u->s->words[i] == WORD_OPEN_BRACE)
      return false;
  }
  return false;
}

static bool has_parameters(const struct unknown *u, uint32_t declarator)
{
  for (uint32_t child = node_at(u, declarator)->child; child != NODE_NONE;
       child = node_at(u, child)->next)
    if (node_at(u, child)->kind == KIND_PARAMETERS)
      return true;
  return false;
}

/* The kind of what a declarator declares. */
static rd_symbol_kind kind_of_declarator(const struct unknown *u,
                                         uint32_t declarator)
{
  uint32_t list = node_at(u, declarator)->parent;
  uint32_t whole =
      list != NODE_NONE && node_at(u, list)->kind == KIND_DECLARATORS
          ? node_at(u, list)->parent
          : list;
  if (whole != NODE_NONE &&
      has_word(u, whole, node_at(u, whole == list ? declarator : list)->first,
               WORD_TYPEDEF))
    return RD_SYMBOL_TYPEDEF;
  if (has_parameters(u, declarator))
    return RD_SYMBOL_FUNCTION;
  return whole != NODE_NONE && node_at(u, whole)->kind == KIND_FIELD
             ? RD_SYMBOL_FIELD
             : RD_SYMBOL_VARIABLE;
}

/* The kind of what the name declares; RD_SYMBOL_KINDS: nothing. */
static rd_symbol_kind kind_of(const struct unknown *u, uint32_t name)
{
  uint32_t node = node_at(u, name)->parent, above = NODE_NONE;
  if (node != NODE_NONE && node_at(u, node)->kind == KIND_QUALIFIED_DECLARED)
    above = node_at(u, node)->parent;
  if (above != NODE_NONE && node_at(u, above)->kind == KIND_TAG)
    return RD_SYMBOL_TAG;
  while (node != NODE_NONE && (node_at(u, node)->kind == KIND_NESTED ||
                               node_at(u, node)->kind == KIND_WITH_VALUE))
    node = node_at(u, node)->parent;
  if (node == NODE_NONE)
    return RD_SYMBOL_KINDS;
  switch ((syntax_kind)node_at(u, node)->kind) {
  case KIND_TAG:
    return RD_SYMBOL_TAG;
  case KIND_ALIAS:
    return RD_SYMBOL_TYPEDEF;
  case KIND_CONCEPT:
    return RD_SYMBOL_CONCEPT;
  case KIND_NAMESPACE:
    return RD_SYMBOL_NAMESPACE;
  case KIND_ENUMERATOR:
    return RD_SYMBOL_ENUMERATOR;
  case KIND_DECLARATOR:
    return kind_of_declarator(u, node);
  default:
    return RD_SYMBOL_KINDS;
  }
}

static uint32_t symbol_of(struct unknown *u, rd_symbol_kind kind, uint32_t at)
{
  semantics *f = u->f;
  const token *tok = &f->tokens[at];
  uint64_t key = token_hash(tok, f->text) ^ ((uint64_t)kind + 1) << 56;
  uint32_t symbol = map_find(&u->symbols, key);
  if (symbol != MAP_NONE)
    return symbol;
  symbol_fact fact = { .kind = (uint8_t)kind,
                       .flags = RD_SYMBOL_STATIC,
                       .declared = true,
                       .owner = FACT_NONE,
                       .canonical = clang_getNullCursor() };
  fact.name = strings_take(
      &f->pool, mem_copy_bytes(f->text + tok->begin, tok->end - tok->begin));
  ARRAY_PUSH(&f->symbols, fact);
  symbol = (uint32_t)(f->symbols.size - 1);
  map_put(&u->symbols, key, symbol);
  return symbol;
}

void unknown_declare(semantics *f, const syntax *s)
{
  struct unknown u = { .f = f, .s = s };
  for (uint32_t i = 0; i < s->nodes.size; i++) {
    const syntax_node *node = node_at(&u, i);
    if (node->kind != KIND_DECLARED || node->first >= node->end)
      continue;
    uint32_t at = s->visible[node->first];
    if (f->tokens[at].kind != TOKEN_IDENTIFIER || f->names[at] != FACT_NONE ||
        f->marks[at] & MARK_FRIEND || is_inner(&u, i))
      continue;
    rd_symbol_kind kind = kind_of(&u, i);
    if (kind == RD_SYMBOL_KINDS)
      continue;
    f->names[at] = symbol_of(&u, kind, at);
    f->declares[at] = 1;
  }
  map_free(&u.symbols);
}
