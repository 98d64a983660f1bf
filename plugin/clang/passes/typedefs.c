/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Replaces each use of a typedef by the type itself.
 *
 * One rewrite per typedef replaces all uses and removes the declaration, so the
 * result is consistent; if few tokens replace few uses, the typedef's cost is
 * recovered at once. Otherwise the text grows, and the rewrite counts as one
 * that grows. Chains (`typedef A B;`) take one step, since each link of the
 * chain is resolved unless that makes the replacement longer.
 *
 * A tag defined within a typedef moves to the only use, or it stays as a
 * separate declaration, named after the typedef if it had no name.
 */
#include <string.h>

#include "declared.h"

/* No real program has longer chains. */
enum { CHAIN_MOST = 16 };

/* A typedef, the replacement for its uses, and the cost of that. */
struct typedef_ {
  uint32_t symbol;
  declared at;    /* its first declaration */
  type_text text; /* for its uses */
  uint32_t uses;  /* mentions that are not declarations */
  uint32_t only;  /* the last of them */
  int64_t growth; /* of all uses, and of a tag that stays */
  int64_t gain;   /* from removing its declarations */
  bool tag_stays; /* with its body, as a declaration */
};

/* ---- what a typedef names ---- */

static bool find_typedef(declared *out, const rewriter *r, uint32_t symbol)
{
  EACH_MENTION (leaf, r, symbol)
    if (rewrite_declares(r, leaf))
      return declared_find(out, r, leaf) && out->type != NODE_NONE &&
             declared_specifier(r, out->owner, WORD_TYPEDEF) != NODE_NONE;
  return false;
}

/* If the type is just the name of another typedef, uses that one's type unless
 * it is longer. */
static void follow_chain(type_text *text, rewriter *r, declared at)
{
  for (int i = 0; i < CHAIN_MOST && text->tokens == 1; i++) {
    uint32_t symbol = rewrite_symbol(r, at.type);
    type_text next;
    if (rewrite_kind(r, at.type) != KIND_TYPE || symbol == FACT_NONE ||
        !find_typedef(&at, r, symbol) || !declared_text(&next, r, &at) ||
        *next.prefix || *next.suffix || next.tokens > 1)
      return;
    *text = next;
  }
}

/* A use cannot contain the body: it gets the tag, named by its own name or the
 * typedef's. */
static void name_tag(struct typedef_ *t, rewriter *r)
{
  uint32_t tag = t->at.type, name = declared_tag_name(r, tag);
  uint32_t keyword = rewrite_child(r, tag, 0);
  t->tag_stays = true;
  t->text.tokens -= rewrite_tokens(r, tag) - 2;
  t->text.specifiers =
      rewrite_format(r, "%s %s", rewrite_source(r, keyword),
                     rewrite_source(r, name != NODE_NONE ? name : t->at.leaf));
  t->growth += name == NODE_NONE;
}

/* May the whole body move to the only use? */
static bool can_move_body(const rewriter *r, const struct typedef_ *t)
{
  return t->uses == 1 && declared_is_only(r, &t->at) &&
         rewrite_around(r, t->only, KIND_PARAMETER) == NODE_NONE &&
         declared_tag_name(r, t->at.type) == NODE_NONE;
}

static bool count_uses(struct typedef_ *t, rewriter *r)
{
  EACH_MENTION (leaf, r, t->symbol) {
    declared d;
    if (rewrite_declares(r, leaf)) {
      if (!declared_find(&d, r, leaf))
        return false;
      t->gain += rewrite_tokens(r, declared_is_only(r, &d) ? d.owner : d.outer);
      continue;
    }
    if (!declared_can_put(r, leaf) || rewrite_is_inside(r, leaf, t->at.owner))
      return false;
    t->uses++;
    t->only = leaf;
  }
  return true;
}

static bool learn(struct typedef_ *out, rewriter *r, uint32_t symbol)
{
  *out = (struct typedef_){ .symbol = symbol };
  if (!find_typedef(&out->at, r, symbol) || !count_uses(out, r) || !out->uses ||
      !declared_text(&out->text, r, &out->at))
    return false;
  follow_chain(&out->text, r, out->at);
  bool body = rewrite_kind(r, out->at.type) == KIND_TAG &&
              declared_body(r, out->at.type) != NODE_NONE;
  if (body && !can_move_body(r, out))
    name_tag(out, r);
  if (out->tag_stays)
    out->gain =
        rewrite_tokens(r, out->at.owner) - rewrite_tokens(r, out->at.type) - 1;
  EACH_MENTION (leaf, r, symbol)
    if (!rewrite_declares(r, leaf))
      out->growth += declared_put_growth(r, leaf, &out->text);
  return true;
}

/* ---- offering ---- */

/* Keeps only the tag of its declaration, or removes one declarator. */
static void keep_tag(rewriter *r, const struct typedef_ *t)
{
  const declared *d = &t->at;
  if (declared_tag_name(r, d->type) == NODE_NONE) {
    uint32_t keyword = rewrite_child(r, d->type, 0);
    rewrite_print(r, keyword, "%s %s", rewrite_source(r, keyword),
                  rewrite_source(r, d->leaf));
  }
  rewrite_drop(r, d->outer);
  if (declared_is_only(r, d))
    rewrite_drop(r, declared_specifier(r, d->owner, WORD_TYPEDEF));
}

static void offer(rewriter *r, const struct typedef_ *t)
{
  rewrite_open(r);
  EACH_MENTION (leaf, r, t->symbol) {
    declared d;
    if (!rewrite_declares(r, leaf))
      declared_put(r, leaf, &t->text);
    else if (leaf == t->at.leaf && t->tag_stays)
      keep_tag(r, t);
    else if (declared_find(&d, r, leaf))
      rewrite_drop(r, declared_is_only(r, &d) ? d.owner : d.outer);
  }
}

static void offer_all(rewriter *r, bool growing)
{
  EACH_SYMBOL (i, r) {
    struct typedef_ t;
    if (rewrite_fact(r, i)->kind != RD_SYMBOL_TYPEDEF || !learn(&t, r, i) ||
        rewrite_is_named_elsewhere(r, i))
      continue;
    if ((t.growth > t.gain) == growing)
      offer(r, &t);
  }
}

void rewrite_typedef_to_type(rewriter *r)
{
  offer_all(r, false);
}

void rewrite_typedef_to_longer_type(rewriter *r)
{
  offer_all(r, true);
}
