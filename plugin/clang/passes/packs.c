/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parameter packs: one parameter, or none; and what is given to one, once.
 *
 * Made one, a pack loses its dots and all arguments but the first. Made none, it
 * goes with each element of a list that expands it, and with each that expands
 * a function's parameters of its types. What is given to a pack may be there as
 * often elsewhere, as in `tuple<T, T> t(0, 0)`, so both are dropped together.
 */
#include <string.h>

#include "templates.h"

/* The number of parameters or arguments that stay of those from `index` on. */
static void drop_from(template_family *f, size_t index, uint32_t open)
{
  if (index == 0 && f->parameters.size == 1)
    spelled_drop(f->r, open, spelled_behind(f->r, open));
  else
    for (size_t i = index; i < f->list.size; i++)
      spelled_drop_item(f->r, &f->list, i);
}

/* Drops the arguments of all uses from `index` on. */
static void drop_arguments(template_family *f, size_t index)
{
  EACH_ALIKE (at, &f->t->spellings, f->first->name)
    if (template_has_arguments(f, at) &&
        (f->list.size > index || f->parameters.size == 1))
      drop_from(f, index, at + 1);
}

/* ---- one ---- */

/* Drops the dots of an expansion with the operator of a fold, and puts 1 for
 * what counts a pack. */
static void drop_dots(rewriter *r, uint32_t at)
{
  if (spelled_is(r, at - 1, "sizeof")) {
    uint32_t behind = spelled_behind(r, at + 1);
    if (!behind)
      return;
    rewrite_text(r, spelled_leaf(r, at - 1), "1");
    spelled_drop(r, at, behind);
    return;
  }
  uint32_t parent = rewrite_at(r, spelled_leaf(r, at))->parent;
  syntax_kind kind = rewrite_kind(r, parent);
  bool fold = kind == KIND_FOLD;
  if (kind == KIND_CATCH || kind == KIND_PARAMETER_LIST)
    return; /* any exception, any arguments */
  bool left = fold && spelled_is(r, at - 1, "(");
  spelled_drop(r, at - (fold && !left), at + 1u + left);
}

static void offer_one(template_family *f, uint32_t index,
                      const template_parameter *of)
{
  if (!of->pack)
    return;
  rewrite_open(f->r);
  EACH_HEAD (head, f)
    for (uint32_t at = head->begin; at < head->end; at++)
      if (spelled_is(f->r, at, "..."))
        drop_dots(f->r, at);
  EACH_ALIKE (at, &f->t->spellings, f->first->name)
    if (template_has_arguments(f, at))
      for (size_t i = index + 1u; i < f->list.size; i++)
        spelled_drop_item(f->r, &f->list, i);
}

void rewrite_pack_one(rewriter *r)
{
  template_for_each(r, offer_one);
}

/* ---- none ---- */

/* The element of a list that expands what is mentioned, or NODE_NONE. */
static uint32_t expansion(const rewriter *r, uint32_t at, uint32_t begin)
{
  for (uint32_t up = spelled_leaf(r, at);
       up != NODE_NONE && rewrite_at(r, up)->first > begin;
       up = rewrite_at(r, up)->parent) {
    if (!spelled_is_element(r, up))
      continue;
    for (uint32_t i = rewrite_at(r, up)->first; i < rewrite_at(r, up)->end; i++)
      if (spelled_is(r, i, "..."))
        return up;
  }
  return NODE_NONE;
}

/* Drops all that expands the name; false if something does not. */
static bool drop_expansions(template_family *f, const template_head *head,
                            uint32_t name, bool dry)
{
  EACH_MENTIONED (at, f, head, name) {
    uint32_t node = expansion(f->r, at, head->begin);
    if (node == NODE_NONE)
      return false;
    if (!dry)
      rewrite_drop(f->r, node);
    if (rewrite_kind(f->r, node) != KIND_PARAMETER)
      continue;
    uint32_t last = rewrite_at(f->r, node)->end - 1;
    if (last != at && spelled_is_name(f->r, last))
      EACH_MENTIONED (use, f, head, last) {
        uint32_t list = expansion(f->r, use, head->begin);
        if (list == NODE_NONE)
          return false;
        if (!dry)
          rewrite_drop(f->r, list);
      }
  }
  return true;
}

static bool drop_everywhere(template_family *f, uint32_t index, bool dry)
{
  EACH_HEAD (head, f) {
    if (!template_has_parameters(f, head))
      continue;
    template_parameter of = template_parameter_of(f->r, f->list.data[index]);
    if (of.name != MAP_NONE && !drop_expansions(f, head, of.name, dry))
      return false;
    if (dry)
      continue;
    if (f->parameters.size == 1)
      spelled_drop(f->r, head->begin, spelled_behind(f->r, head->begin + 1));
    else
      spelled_drop_item(f->r, &f->list, index);
  }
  return true;
}

static void offer_none(template_family *f, uint32_t index,
                       const template_parameter *of)
{
  if (!of->pack || !drop_everywhere(f, index, true))
    return;
  rewrite_open(f->r);
  (void)drop_everywhere(f, index, false);
  drop_arguments(f, index);
}

void rewrite_pack_none(rewriter *r)
{
  template_for_each(r, offer_none);
}

/* ---- what is given to packs ---- */

enum { MOST_ALIKE = 8 };

/* How many elements the list at the position has, if it is one of at least two
 * and at most MOST_ALIKE that are all written alike; else 0. */
static size_t count_alike(spans *list, rewriter *r, uint32_t at)
{
  bool opens = spelled_is(r, at, "<") || spelled_is(r, at, "(") ||
               spelled_is(r, at, "{");
  if (!opens || !spelled_list(list, r, at) || list->size < 2 ||
      list->size > MOST_ALIKE)
    return 0;
  const span *of = list->data;
  const char *text = spelled_text(r, of->begin, of->end);
  for (size_t i = 1; i < list->size; i++)
    if (strcmp(spelled_text(r, of[i].begin, of[i].end), text) != 0)
      return 0;
  return list->size;
}

/* Leaves one element in each list of so many. */
static void offer_once(rewriter *r, size_t size)
{
  spans list = { 0 };
  rewrite_open(r);
  for (uint32_t at = 0; at < r->s->count; at++)
    if (count_alike(&list, r, at) == size)
      for (size_t i = size - 1; i > 0; i--)
        spelled_drop_item(r, &list, i);
  free(list.data);
}

/* A list that is alone is searched as any other. */
void rewrite_alike_once(rewriter *r)
{
  spans list = { 0 };
  size_t lists[MOST_ALIKE + 1] = { 0 };
  for (uint32_t at = 0; at < r->s->count; at++)
    lists[count_alike(&list, r, at)]++;
  free(list.data);
  for (size_t size = 2; size <= MOST_ALIKE; size++)
    if (lists[size] > 1)
      offer_once(r, size);
}
