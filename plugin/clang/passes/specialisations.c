/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Specialisations made templates of their own, and concepts dropped.
 *
 * What a specialisation is of goes, and its arguments with the other ones. One
 * without parameters becomes plain, so that uses lose their arguments. Or the template
 * gets what a specialisation has, and keeps its parameters and the other ones.
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

static bool is_class(const rewriter *r, const template_head *head)
{
  static const char *const keys[] = { "class", "struct", "union" };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (spelled_is(r, head->name - 1, keys[i]))
      return true;
  return false;
}

static bool has_defaults(const rewriter *r, const template_head *head)
{
  for (uint32_t at = head->begin; at < head->name; at++)
    if (spelled_is(r, at, "="))
      return true;
  return false;
}

/* The definition stays where it is, since it may need what is declared above it, unless
 * that would repeat default arguments. */
static void offer_definition(const templates *t, const template_head *of,
                             const template_head *primary)
{
  rewriter *r = t->r;
  uint32_t behind = spelled_behind(r, of->name + 1), last = primary->end - 1;
  if (!behind || !spelled_is(r, last, ";"))
    return;
  rewrite_open(r);
  if (last > primary->name + 1)
    spelled_drop(r, primary->name + 1, last);
  if (has_defaults(r, primary)) {
    rewrite_text(r, spelled_leaf(r, last), spelled_text(r, behind, of->end));
    spelled_drop(r, of->begin, of->end);
    return;
  }
  rewrite_text(r, spelled_leaf(r, of->begin),
               spelled_text(r, primary->begin, primary->name + 1));
  spelled_drop(r, of->begin + 1, behind);
}

void rewrite_specialisation(rewriter *r)
{
  templates t;
  map primaries = { 0 }; /* id of a name, plus 1, to the last class template */
  templates_collect(&t, r);
  for (uint32_t i = 0; i < t.heads.size; i++) {
    const template_head *of = &t.heads.data[i];
    if (of->inner || of->name == MAP_NONE)
      continue;
    uint64_t key = of->name_id + UINT64_C(1);
    if (!of->special && of->outer == MAP_NONE && is_class(r, of))
      map_put(&primaries, key, i);
    if (!of->special)
      continue;
    uint32_t primary = map_find(&primaries, key);
    offer_primary(&t, of);
    if (primary != MAP_NONE && of->outer == MAP_NONE)
      offer_definition(&t, of, &t.heads.data[primary]);
  }
  map_free(&primaries);
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
