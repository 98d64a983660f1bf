/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Merges two variables: all mentions of one become the other, which has the
 * same type and is in scope, and its declaration is removed.
 *
 * A reduced text must compute something, but what it computes matters less: a
 * crash seldom needs as many variables as the program had. The variable's
 * initial value is removed with it, or assigned to the other one.
 */
#include "entities.h"

/* Are all mentions except its only declaration plain uses? */
static bool is_plain(const rewriter *r, uint32_t symbol)
{
  uint32_t first = rewrite_mention(r, symbol, 0);
  if (rewrite_kind(r, first) != KIND_DECLARED)
    return false;
  EACH_LATER_MENTION (leaf, r, first)
    if (rewrite_kind(r, leaf) != KIND_NAME)
      return false;
  return r->next_mention[first] != NODE_NONE &&
         !rewrite_is_named_elsewhere(r, symbol);
}

static void replace_uses(rewriter *r, uint32_t declaring, const char *name)
{
  EACH_LATER_MENTION (leaf, r, declaring)
    rewrite_text(r, declared_access(r, leaf), name);
}

/* The initial value becomes an assignment. */
static void offer_assigned(rewriter *r, uint32_t leaf, const char *name)
{
  uint32_t declaration = declared_owner(r, leaf);
  uint32_t with =
      rewrite_child_of_kind(r, declared_declarator(r, leaf), KIND_WITH_VALUE);
  uint32_t value = rewrite_child_in_role(r, with, ROLE_INITIAL);
  if (value == NODE_NONE || !declared_is_alone(r, leaf) ||
      rewrite_kind(r, value) == KIND_BRACES ||
      rewrite_role(r, declaration) != ROLE_STATEMENT)
    return;
  rewrite_open(r);
  replace_uses(r, leaf, name);
  rewrite_print(r, declaration, "%s = %s;", name, rewrite_source(r, value));
}

static void offer(rewriter *r, uint32_t symbol)
{
  uint32_t leaf = rewrite_mention(r, symbol, 0);
  uint32_t declarator = declared_declarator(r, leaf);
  const char *names[2];
  if (rewrite_kind(r, declarator) != KIND_DECLARATOR)
    return;
  size_t count = entity_variables(names, 2, r, symbol, leaf);
  for (size_t i = 0; i < count; i++) {
    rewrite_open(r);
    replace_uses(r, leaf, names[i]);
    declared_drop(r, leaf);
  }
  if (count)
    offer_assigned(r, leaf, names[0]);
}

void rewrite_unify_variables(rewriter *r)
{
  EACH_SYMBOL (i, r)
    if (rewrite_fact(r, i)->kind == RD_SYMBOL_VARIABLE && is_plain(r, i))
      offer(r, i);
}
