/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Specialisations made templates of their own, and concepts dropped.
 *
 * What a specialisation is of goes, and its arguments with the other ones. One
 * without parameters becomes plain, so that uses lose their arguments.
 */
#include "templates.h"

/* ---- specialisations ---- */

static void drop_all_arguments(const templates *t, const template_head *of)
{
  EACH_ALIKE (at, &t->spellings, of->name)
    if (spelled_is(t->r, at + 1, "<") && spelled_behind(t->r, at + 1))
      spelled_drop(t->r, at + 1, spelled_behind(t->r, at + 1));
}

static void offer_primary(const templates *t, const template_head *of)
{
  rewriter *r = t->r;
  uint32_t behind = spelled_behind(r, of->name + 1);
  if (!behind)
    return;
  rewrite_open(r);
  for (size_t i = 0; i < t->heads.size; i++) {
    const template_head *at = &t->heads.data[i];
    if (at != of && !at->inner && at->outer == MAP_NONE &&
        at->name_id == of->name_id)
      spelled_drop(r, at->begin, at->end);
  }
  if (spelled_is(r, of->begin + 2, ">")) {
    drop_all_arguments(t, of);
    spelled_drop(r, of->begin, of->begin + 3);
  } else {
    spelled_drop(r, of->name + 1, behind);
  }
}

void rewrite_specialisation(rewriter *r)
{
  templates t;
  templates_collect(&t, r);
  for (size_t i = 0; i < t.heads.size; i++)
    if (t.heads.data[i].special && !t.heads.data[i].inner)
      offer_primary(&t, &t.heads.data[i]);
  templates_free(&t);
}

/* ---- concepts ---- */

/* Puts something for a use that [begin, behind) names. */
static void free_use(rewriter *r, uint32_t begin, uint32_t at, uint32_t behind)
{
  bool is_auto =
      spelled_is(r, behind, "auto") || spelled_is(r, behind, "decltype");
  bool parameter =
      spelled_is_name(r, behind) || spelled_is(r, behind, "...") ||
      ((spelled_is(r, behind, ",") || spelled_is(r, behind, ">")) &&
       behind == at + 1);
  if (is_auto) {
    spelled_drop(r, begin, behind);
    return;
  }
  spelled_drop(r, begin, at);
  rewrite_text(r, spelled_leaf(r, at), parameter ? "class" : "true");
  spelled_drop(r, at + 1, behind);
}

static void offer_free(const templates *t, const template_head *of)
{
  rewriter *r = t->r;
  rewrite_open(r);
  EACH_ALIKE (at, &t->spellings, of->name) {
    uint32_t behind = at + 1;
    if (spelled_is(r, behind, "<"))
      behind = spelled_behind(r, behind);
    if (at != of->name && behind)
      free_use(r, spelled_chain(r, at), at, behind);
  }
  spelled_drop(r, of->begin, of->end);
}

void rewrite_concept_dropped(rewriter *r)
{
  templates t;
  templates_collect(&t, r);
  for (size_t i = 0; i < t.heads.size; i++) {
    const template_head *of = &t.heads.data[i];
    if (of->name != MAP_NONE && spelled_is(r, of->name - 1, "concept"))
      offer_free(&t, of);
  }
  templates_free(&t);
}
