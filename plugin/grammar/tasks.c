/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Merges a node's plan with what the grammar does not count.
 *
 * Comments and other extras come between the children, before the group that
 * the next child begins; so do the bytes that the grammar gives no node (a
 * pattern among other rules). A node that no rule derives has the plan of
 * loose.c.
 */
#include "tasks.h"

static void find_children(tasks *self, uint32_t node)
{
  uint32_t end = node + cst_at(self->tree, node)->size;
  self->children.size = self->counted.size = self->kinds.size = 0;
  for (uint32_t i = node + 1; i < end; i += cst_at(self->tree, i)->size) {
    ARRAY_PUSH(&self->children, i);
    if (cst_at(self->tree, i)->flags & CST_EXTRA)
      continue;
    ARRAY_PUSH(&self->counted, i);
    ARRAY_PUSH(&self->kinds, syntax_kind(self->lang, cst_at(self->tree, i)));
  }
}

static void plan_unknown(tasks *self)
{
  self->marks.size = 0;
  for (uint32_t i = 0; i < self->counted.size; i++) {
    const cst_node *at = cst_at(self->tree, self->counted.data[i]);
    const cst_node *last =
        cst_at(self->tree, self->counted.data[i ? i - 1 : i]);
    bool is_mark = !(at->flags & CST_NAMED) && at->end == at->begin + 1;
    loose added = { .mark = is_mark ? self->text[at->begin] : '\0',
                    .starts_line = last->end_point.row < at->begin_point.row };
    ARRAY_PUSH(&self->marks, added);
  }
  loose_plan(&self->plan, self->marks.data, (uint32_t)self->marks.size);
}

/* Adds a task for the bytes between the last child and `begin`, if they are
 * text. Nothing needs what the text begins with, a byte order mark. */
static void add_gap(tasks *self, uint32_t *done, uint32_t begin, bool is_known)
{
  uint32_t from = *done, to = begin;
  if (from < to)
    cst_trim(self->text, &from, &to);
  if (from < to) {
    task added = { .step = { .type = STEP_TEXT,
                             .place =
                                 is_known && from ? RD_REQUIRED : RD_OPTIONAL,
                             .rule = RULE_NONE },
                   .begin = from,
                   .end = to };
    ARRAY_PUSH(self->out, added);
  }
  *done = begin > *done ? begin : *done;
}

typedef struct merging {
  uint32_t next; /* child that comes next, extras included */
  uint32_t done; /* bytes */
  bool is_known;
} merging;

/* Adds the extras and texts before a child; RULE_NONE: all that are left. */
static void add_before(tasks *self, merging *state, uint32_t child)
{
  while (state->next < self->children.size &&
         self->children.data[state->next] != child) {
    uint32_t extra = self->children.data[state->next++];
    const cst_node *at = cst_at(self->tree, extra);
    add_gap(self, &state->done, at->begin, state->is_known);
    task added = { .step = { .type = STEP_CHILD,
                             .place = RD_OPTIONAL,
                             .rule = RULE_NONE,
                             .list = RULE_NONE,
                             .child = extra,
                             .own = RULE_NONE } };
    ARRAY_PUSH(self->out, added);
    state->done = at->end;
  }
  if (child != RULE_NONE)
    add_gap(self, &state->done, cst_at(self->tree, child)->begin,
            state->is_known);
}

static uint32_t next_child(const tasks *self, size_t from)
{
  while (from < self->plan.size && self->plan.data[from].type != STEP_CHILD)
    from++;
  return from < self->plan.size
             ? self->counted.data[self->plan.data[from].child]
             : RULE_NONE;
}

/* Makes the tasks of a node from its plan. Extras come before the group that
 * the next child begins. */
static void merge(tasks *self, uint32_t begin, uint32_t end, bool is_known)
{
  merging state = { .done = begin, .is_known = is_known };
  for (size_t i = 0; i < self->plan.size; i++) {
    task added = { .step = self->plan.data[i] };
    if (added.step.type != STEP_CLOSE)
      add_before(self, &state, next_child(self, i));
    if (added.step.type == STEP_CHILD) {
      uint32_t child = self->counted.data[added.step.child];
      added.step.child = child;
      state.done = cst_at(self->tree, child)->end;
      state.next++;
    }
    ARRAY_PUSH(self->out, added);
  }
  add_before(self, &state, RULE_NONE);
  add_gap(self, &state.done, end, is_known);
}

bool tasks_add(task_list *out, tasks *self, syntax *lang, const cst *tree,
               uint32_t node, uint32_t own, uint32_t begin, uint32_t end)
{
  const cst_node *at = cst_at(tree, node);
  self->out = out;
  self->lang = lang;
  self->tree = tree;
  self->plan.size = 0;
  find_children(self, node);
  bool is_known = lang->has_rules && !(at->flags & CST_ERROR) &&
                  plan_node(&self->plan, lang->plans, syntax_kind(lang, at),
                            own, self->kinds.data, (uint32_t)self->kinds.size);
  if (!is_known)
    plan_unknown(self);
  merge(self, begin, end, is_known);
  return is_known;
}

void tasks_dispose(tasks *self)
{
  ARRAY_FREE(&self->plan);
  ARRAY_FREE(&self->children);
  ARRAY_FREE(&self->counted);
  ARRAY_FREE(&self->kinds);
  ARRAY_FREE(&self->marks);
}
