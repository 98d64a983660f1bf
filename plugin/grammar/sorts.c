/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sorts are numbers: symbols of the grammar first, then classes of lists.
 *
 * A grammar may say the same twice, and each time a little differently: what a
 * module of Rust holds is not all that a file holds, and so the two are lists of
 * different classes. So it is asked what the elements are that are there.
 */
#include "sorts.h"

void sorts_dispose(sorts *self)
{
  map_free(&self->sets);
}

uint32_t sorts_of_symbol(const sorts *self, uint32_t number)
{
  uint16_t sort = (uint16_t)(self->first + number);
  return rd_builder_sorts(self->builder, &sort, 1);
}

static uint16_t class_sort(const sorts *self, uint32_t list)
{
  return (uint16_t)(self->first + self->lang->grammar.symbols.size + list);
}

uint32_t sorts_accepted(sorts *self, uint32_t place, uint32_t list)
{
  uint64_t key = ((uint64_t)place << 32 | list) ^ UINT64_C(1) << 63;
  uint32_t known = map_find(&self->sets, key);
  if (known != MAP_NONE)
    return known;
  size_t count;
  const uint16_t *symbols = phrases_accepted(self->lang->texts, place, &count);
  ARRAY(uint16_t) found = { 0 };
  for (size_t i = 0; i < count; i++)
    ARRAY_PUSH(&found, (uint16_t)(self->first + symbols[i]));
  if (list != RULE_NONE)
    ARRAY_PUSH(&found, class_sort(self, list));
  known = rd_builder_sorts(self->builder, found.data, found.size);
  ARRAY_FREE(&found);
  map_put(&self->sets, key, known);
  return known;
}

/* The symbol of the element that the task begins: a child, or the first of a
 * child and what ends it. */
static uint32_t symbol_of(const sorts *self, const task *at)
{
  bool is_pair = at->step.type == STEP_OPEN && !at->step.is_list &&
                 at[2].step.type == STEP_CHILD && at[3].step.type == STEP_CLOSE;
  const step *child = &at[is_pair].step;
  return child->type == STEP_CHILD ? plan_symbol(self->lang->plans, child->own)
                                   : RULE_NONE;
}

/* Is it a list in a list, whose elements are the outer one's? */
static bool is_inner(const step *at, const step *outer)
{
  return at->type == STEP_OPEN && at->is_list && at->list == outer->list;
}

/* Does each element of the list fit into one of that class? */
static bool fits(const sorts *self, const task *opens, size_t count,
                 uint32_t class)
{
  const planner *plans = self->lang->plans;
  uint32_t depth = 1, level = 1, last = RULE_NONE;
  for (size_t i = 1; i < count && depth; i++) {
    const step *at = &opens[i].step;
    bool is_group = depth == level && is_inner(at, &opens->step);
    bool is_element = depth == level && !is_group && at->type != STEP_CLOSE &&
                      (level > 1 || at->place == RD_ELEMENT);
    depth += at->type == STEP_OPEN;
    depth -= at->type == STEP_CLOSE;
    level = is_group || depth < level ? depth : level;
    uint32_t found = is_element ? symbol_of(self, &opens[i]) : last;
    if (is_element && found == RULE_NONE)
      return false;
    if (found == last)
      continue;
    last = found;
    if (!plan_takes(plans, opens->step.list, class, found))
      return false;
  }
  return true;
}

uint32_t sorts_of_list(const sorts *self, const task *opens, size_t count)
{
  uint32_t list = opens->step.list;
  size_t classes = plan_classes(self->lang->plans);
  ARRAY(uint16_t) found = { 0 };
  ARRAY_PUSH(&found, class_sort(self, list));
  for (uint32_t i = 0; i < classes; i++)
    if (i != list && plan_is_alike(self->lang->plans, list, i) &&
        fits(self, opens, count, i))
      ARRAY_PUSH(&found, class_sort(self, i));
  uint32_t known = rd_builder_sorts(self->builder, found.data, found.size);
  ARRAY_FREE(&found);
  return known;
}
