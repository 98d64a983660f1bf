/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * C++: where classes have to be complete.
 *
 * Behind most names of classes in a preprocessed library stands `*` or `&`, and
 * for those a declaration serves. So the body of a class is a symbol of its own
 * (RD_SYMBOL_RIDER), used where the class has to be complete, and held by the
 * members that are needed. Where nothing needs it, `class X;` is left. The bases
 * are another, since they need the body and it needs them.
 *
 * What is not understood counts as such a use: a class that stays complete costs a
 * few tokens more, one that does not costs the test. In a template, the base of a
 * class template is found when it is instantiated, so such names always count.
 */
#include <stdlib.h>
#include <string.h>

#include "around.h"

/* The builder's id of the node's first token. */
static uint32_t first_id(const build *b, uint32_t node)
{
  return b->token_ids[syntax_first_token(b->s, node)];
}

static uint32_t add_part(build *b, uint32_t node)
{
  uint32_t part = rd_builder_symbol(b->builder, RD_SYMBOL_RIDER, "", 0);
  rd_builder_declares(b->builder, part, b->node_ids[node]);
  return part;
}

/* The body of the class that the token declares, if it can be left declared. */
static uint32_t body_at(const build *b, uint32_t at)
{
  const syntax_node *nodes = b->s->nodes.data;
  uint32_t leaf = b->leaf_nodes[at];
  if (leaf == NODE_NONE || nodes[leaf].kind != KIND_DECLARED ||
      nodes[nodes[leaf].parent].kind != KIND_TAG ||
      build_declares_more(b, nodes[leaf].parent))
    return NODE_NONE;
  uint32_t body = build_find_child(b, nodes[leaf].parent, KIND_TAG_BODY);
  return body != NODE_NONE && build_role(nodes[body].role)->place == RD_OPTIONAL
             ? body
             : NODE_NONE;
}

/* Makes symbols of the class's body and of its bases. */
static uint32_t add_class(build *b, uint32_t body)
{
  uint32_t tag = b->s->nodes.data[body].parent;
  uint32_t bases = build_find_child(b, tag, KIND_BASES);
  uint32_t whole = add_part(b, body);
  if (bases == NODE_NONE)
    return whole;
  rd_builder_uses(b->builder, whole, first_id(b, bases), RD_USE_NAME);
  rd_builder_uses(b->builder, add_part(b, bases), first_id(b, body),
                  RD_USE_PART);
  return whole;
}

/* Does `*` or `&` follow the name of a class? */
static bool is_behind(const build *b, uint32_t at)
{
  const syntax *s = b->s;
  uint32_t name = s->visible_of[at] + 1;
  uint32_t i = around_skip_arguments(b, name);
  if (i > name && (b->f->marks[at] & MARK_TEMPLATE))
    return false;
  while (i < s->count && syntax_class((word)s->words[i]) == CLASS_QUALIFIER)
    i++;
  return i < s->count && (s->words[i] == WORD_STAR || s->words[i] == WORD_AND ||
                          s->words[i] == WORD_AND_AND);
}

/* Is it the type of a declaration, or of an argument of a template? */
static bool is_declaring(const build *b, uint32_t at)
{
  const syntax_node *nodes = b->s->nodes.data;
  uint32_t node = b->leaf_nodes[at];
  for (; node != NODE_NONE; node = nodes[node].parent)
    switch ((syntax_kind)nodes[node].kind) {
    case KIND_PARAMETER:
      return nodes[nodes[node].parent].kind != KIND_CATCH;
    case KIND_FIELD:
    case KIND_DECLARATION:
    case KIND_FUNCTION:
    case KIND_TEMPLATE_ARGUMENTS:
      return true;
    case KIND_NAME:
    case KIND_QUALIFIED:
    case KIND_NAMED_TYPE:
    case KIND_TAG:
    case KIND_TYPE:
    case KIND_TYPES:
    case KIND_TYPE_NAME:
      break;
    default:
      return false;
    }
  return false;
}

static void add_use(build *b, const uint32_t *wholes, use_fact use)
{
  if (wholes[use.symbol] != ID_NONE && b->token_ids[use.token] != ID_NONE)
    rd_builder_uses(b->builder, wholes[use.symbol], b->token_ids[use.token],
                    RD_USE_NAME);
}

uint32_t *complete_add(build *b, const uint32_t *ids)
{
  const semantics *f = b->f;
  uint32_t *wholes = mem_alloc(f->symbols.size, sizeof *wholes);
  memset(wholes, 0xff, f->symbols.size * sizeof *wholes);
  for (uint32_t at = 0; at < b->s->token_count; at++) {
    uint32_t body = f->declares[at] && ids[f->names[at]] != ID_NONE
                        ? body_at(b, at)
                        : NODE_NONE;
    if (body != NODE_NONE && wholes[f->names[at]] == ID_NONE &&
        f->symbols.data[f->names[at]].kind == RD_SYMBOL_TAG)
      wholes[f->names[at]] = add_class(b, body);
  }
  for (size_t i = 0; i < f->wholes.size; i++) {
    uint32_t at = f->wholes.data[i].token;
    if (!(f->marks[at] & MARK_FRIEND) &&
        !(is_behind(b, at) && is_declaring(b, at)))
      add_use(b, wholes, f->wholes.data[i]);
  }
  for (size_t i = 0; i < f->uses.size; i++)
    add_use(b, wholes, f->uses.data[i]);
  return wholes;
}
