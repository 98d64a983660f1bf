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

#include "fixed.h"

#include <string.h>

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

/* ---- what a language does not let be left out (fixed.def) ---- */

typedef struct fixed_row {
  const char *grammar, *node, *head;
} fixed_row;

static const fixed_row fixed_rows[] = {
#define FIXED(grammar, node) { grammar, node, NULL },
#include "fixed.def"
};
static const fixed_row section_rows[] = {
#define SECTION(grammar, node, head) { grammar, node, head },
#include "fixed.def"
};
static const fixed_row lead_rows[] = {
#define LEADS(grammar, node, head) { grammar, node, head },
#include "fixed.def"
};

static const fixed_row *find_row(const tasks *self, const fixed_row *rows,
                                 size_t count, uint32_t node)
{
  const char *type = syntax_name(self->lang, cst_at(self->tree, node));
  for (size_t i = 0; i < count; i++)
    if (strcmp(rows[i].grammar, self->lang->name) == 0 &&
        strcmp(rows[i].node, type) == 0)
      return &rows[i];
  return NULL;
}

#define FIND_ROW(self, rows, node)                                             \
  find_row(self, rows, sizeof(rows) / sizeof *(rows), node)

static bool closes(const tasks *self, uint32_t node)
{
  uint32_t end = node + cst_at(self->tree, node)->size;
  for (uint32_t i = node + 1; i < end; i += cst_at(self->tree, i)->size)
    if (fixed_closes(self->lang->name,
                     syntax_name(self->lang, cst_at(self->tree, i))))
      return true;
  return false;
}

static void require(step *at)
{
  at->place = RD_REQUIRED;
  at->rule = RULE_NONE;
}

static void fix_all(task_list *out, size_t first)
{
  for (size_t i = first; i < out->size; i++) {
    step *at = &out->data[i].step;
    if (at->type == STEP_OPEN)
      require(at);
    else if (at->type == STEP_CHILD && at->own != RULE_NONE)
      at->place = RD_REQUIRED;
  }
}

/* The beginning of a list that is an element and stands where elements of the
 * lists of that class do; RULE_NONE: nowhere else. */
static task group_begin(uint32_t accepted, uint32_t class)
{
  return (task){ .step = { .type = STEP_OPEN,
                           .place = RD_ELEMENT,
                           .is_list = true,
                           .rule = accepted,
                           .list = class } };
}

static task group_end(void)
{
  return (task){ .step = { .type = STEP_CLOSE } };
}

/* Puts the tasks in place of those from the first on. */
static void put(task_list *out, size_t first, task_list *made)
{
  out->size = first;
  for (size_t i = 0; i < made->size; i++)
    ARRAY_PUSH(out, made->data[i]);
  ARRAY_FREE(made);
}

static bool is_element(const task *at)
{
  return at->step.type == STEP_CHILD && at->step.place == RD_ELEMENT;
}

static bool is_head(const tasks *self, const task *at, const char *head)
{
  return is_element(at) &&
         strcmp(syntax_name(self->lang, cst_at(self->tree, at->step.child)),
                head) == 0;
}

/* Puts each head and what follows it into a list that is an element. */
static void make_sections(task_list *out, const tasks *self, size_t first,
                          const char *head)
{
  task_list made = { 0 };
  bool is_open = false;
  for (size_t i = first; i < out->size; i++) {
    task at = out->data[i];
    bool begins = is_head(self, &at, head);
    if (is_open && (begins || at.step.type == STEP_CLOSE))
      ARRAY_PUSH(&made, group_end());
    is_open = begins || (is_open && at.step.type != STEP_CLOSE);
    if (begins)
      ARRAY_PUSH(&made, group_begin(RULE_NONE, RULE_NONE));
    if (begins || (is_element(&at) && closes(self, at.step.child)))
      require(&at.step);
    ARRAY_PUSH(&made, at);
  }
  put(out, first, &made);
}

/* Puts heads and the next element that is none into a list that is an element. */
static void make_leads(task_list *out, const tasks *self, size_t first,
                       const char *head)
{
  task_list made = { 0 };
  bool is_open = false;
  for (size_t i = first; i < out->size; i++) {
    task at = out->data[i];
    bool leads = is_head(self, &at, head);
    bool is_led = is_open && is_element(&at) && !leads;
    if (is_open && at.step.type == STEP_CLOSE)
      ARRAY_PUSH(&made, group_end());
    if (leads && !is_open)
      ARRAY_PUSH(&made, group_begin(at.step.rule, at.step.list));
    if (is_led)
      require(&at.step);
    ARRAY_PUSH(&made, at);
    if (is_led)
      ARRAY_PUSH(&made, group_end());
    is_open = leads || (is_open && !is_led && at.step.type != STEP_CLOSE);
  }
  put(out, first, &made);
}

/* Is the task a fault in the line of the bytes that another one ends with? */
static bool is_fault_behind(const tasks *self, const task *before,
                            const task *at)
{
  return at->step.type == STEP_CHILD &&
         (cst_at(self->tree, at->step.child)->flags & CST_ERROR) &&
         cst_at(self->tree, before->step.child)->end_point.row ==
             cst_at(self->tree, at->step.child)->begin_point.row;
}

/* Moves the fault behind the end of the lists that the task before it ends. */
static void move_fault(task_list *out, const tasks *self, size_t before)
{
  size_t at = before + 1;
  while (at < out->size && out->data[at].step.type == STEP_CLOSE)
    at++;
  if (at == out->size ||
      !is_fault_behind(self, &out->data[before], &out->data[at]))
    return;
  task fault = out->data[at];
  memmove(&out->data[before + 2], &out->data[before + 1],
          (at - before - 1) * sizeof fault);
  out->data[before + 1] = fault;
}

/* Puts an element and the faults behind it in its line into a list that is an
 * element: the parser ended the one where it did not know the text any more. */
static void join_faults(task_list *out, const tasks *self, size_t first)
{
  task_list made = { 0 };
  bool is_open = false;
  for (size_t i = first; i < out->size; i++) {
    task at = out->data[i];
    if (is_element(&at) || is_open)
      move_fault(out, self, i);
    bool has_fault = i + 1 < out->size && at.step.type == STEP_CHILD &&
                     is_fault_behind(self, &at, &out->data[i + 1]);
    if (is_element(&at) && has_fault) {
      ARRAY_PUSH(&made, group_begin(RULE_NONE, RULE_NONE));
      require(&at.step);
      is_open = true;
    }
    ARRAY_PUSH(&made, at);
    if (is_open && !has_fault)
      ARRAY_PUSH(&made, group_end());
    is_open &= has_fault;
  }
  put(out, first, &made);
}

static void fix(task_list *out, const tasks *self, size_t first, uint32_t node)
{
  join_faults(out, self, first);
  const fixed_row *section = FIND_ROW(self, section_rows, node);
  const fixed_row *leads = FIND_ROW(self, lead_rows, node);
  if (FIND_ROW(self, fixed_rows, node))
    fix_all(out, first);
  if (section)
    make_sections(out, self, first, section->head);
  if (leads)
    make_leads(out, self, first, leads->head);
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
  size_t first = out->size;
  merge(self, begin, end, is_known);
  if (is_known)
    fix(out, self, first, node);
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
