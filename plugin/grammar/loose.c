/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Balanced lists of children that no rule puts in order, as of an ERROR node.
 *
 * Matching brackets and what is between them are a group. A *run* of children
 * is cut into units: by semicolons if it has some, else by lines and then by
 * commas, inside of brackets by commas and then by lines. Each unit is an
 * element, and so are its children. Subtrees of the parser are one child.
 *
 * Runs wait on a stack, so nesting does not consume the machine's stack. Each
 * child is visited once for each way to cut.
 */
#include "loose.h"

#include <stdlib.h>
#include <string.h>

/* How runs are cut, in this order; of the two in between the order depends. */
enum { BY_SEMICOLONS, BY_FIRST, BY_SECOND, BY_CHILDREN };

enum { ALONE = UINT32_MAX };

typedef struct run {
  uint32_t at, end;
  uint8_t way;      /* BY_SEMICOLONS ... */
  bool is_inside;   /* of brackets */
  bool is_new;      /* the way is not settled yet */
  uint32_t closer;  /* the bracket behind it, or ALONE */
  uint32_t closing; /* nodes that end with it */
} run;

typedef struct planning {
  steps *out;
  const loose *children;
  uint32_t *partners;
  ARRAY(run) runs;
} planning;

/* ---- brackets ---- */

static uint32_t number_of(const char *brackets, char mark)
{
  const char *found = mark ? strchr(brackets, mark) : NULL;
  return found ? (uint32_t)(found - brackets) : ALONE;
}

/* A closer without an opener stays alone, and so does an opener within the pair
 * of another. */
static uint32_t *match(const loose *children, uint32_t count)
{
  uint32_t *partners = mem_alloc((size_t)count + 1, sizeof *partners);
  uint32_t waiting[3] = { 0 };
  ARRAY(uint32_t) open = { 0 };
  for (uint32_t i = 0; i < count; i++) {
    uint32_t opens = number_of("([{", children[i].mark);
    uint32_t closes = number_of(")]}", children[i].mark);
    partners[i] = ALONE;
    if (opens != ALONE) {
      waiting[opens]++;
      ARRAY_PUSH(&open, i);
    }
    if (closes == ALONE || !waiting[closes])
      continue;
    uint32_t other = ALONE;
    while (other != closes) {
      partners[i] = open.data[--open.size];
      other = number_of("([{", children[partners[i]].mark);
      waiting[other]--;
    }
    partners[partners[i]] = i;
  }
  ARRAY_FREE(&open);
  return partners;
}

static bool opens(const planning *self, uint32_t i)
{
  return self->partners[i] != ALONE && self->partners[i] > i;
}

/* Behind the child or group at `i`. */
static uint32_t behind(const planning *self, uint32_t i)
{
  return opens(self, i) ? self->partners[i] + 1 : i + 1;
}

/* ---- cutting ---- */

static char mark_of(const run *of)
{
  bool is_first = of->way == BY_FIRST;
  return of->way == BY_SEMICOLONS    ? ';'
         : of->way == BY_CHILDREN    ? 0
         : is_first == of->is_inside ? ','
                                     : '\n';
}

/* Where the unit that begins at `i` ends: behind its semicolon, before its comma
 * or the next line. */
static uint32_t unit_end(const planning *self, const run *of, uint32_t i)
{
  char mark = mark_of(of);
  uint32_t from = i;
  for (; i < of->end; i = behind(self, i)) {
    const loose *at = &self->children[i];
    if (!mark)
      return behind(self, i);
    if (mark == '\n' ? at->starts_line && i > from : at->mark == mark)
      return i + (mark == ';');
  }
  return i;
}

static void add(planning *self, step added)
{
  added.rule = added.list = added.own = RULE_NONE;
  ARRAY_PUSH(self->out, added);
}

static void add_child(planning *self, uint32_t child, uint8_t place)
{
  step added = { .type = STEP_CHILD, .place = place, .child = child };
  added.is_separator =
      place == RD_REQUIRED && self->children[child].mark == ',';
  add(self, added);
}

static void open_run(planning *self, uint32_t at, uint32_t end, run made)
{
  made.at = at;
  made.end = end;
  ARRAY_PUSH(&self->runs, made);
}

static void add_brackets(planning *self, uint32_t at)
{
  add(self, (step){ .type = STEP_OPEN, .place = RD_ELEMENT });
  add_child(self, at, RD_REQUIRED);
  add(self, (step){ .type = STEP_OPEN, .is_list = true });
  open_run(self, at + 1, self->partners[at],
           (run){ .is_inside = true,
                  .is_new = true,
                  .closer = self->partners[at],
                  .closing = 2 });
}

/* Adds the next unit of the run on top. */
static void add_unit(planning *self, const run *of, uint32_t end)
{
  run rest = { .way = (uint8_t)(of->way + 1),
               .is_inside = of->is_inside,
               .is_new = true,
               .closer = ALONE,
               .closing = 1 };
  if (opens(self, of->at) && behind(self, of->at) == end) {
    add_brackets(self, of->at);
  } else if (end == of->at + 1) {
    add_child(self, of->at, RD_ELEMENT);
  } else {
    add(self,
        (step){ .type = STEP_OPEN, .place = RD_ELEMENT, .is_list = true });
    open_run(self, of->at, end, rest);
  }
}

/* The first way that makes more than one unit. */
static void settle(const planning *self, run *of)
{
  while (of->way < BY_CHILDREN && unit_end(self, of, of->at) == of->end)
    of->way++;
  of->is_new = false;
}

static void close_run(planning *self, const run *of)
{
  for (uint32_t i = 0; i < of->closing; i++) {
    if (i == 1)
      add_child(self, of->closer, RD_REQUIRED);
    add(self, (step){ .type = STEP_CLOSE });
  }
}

static bool is_between(const planning *self, const run *of)
{
  return mark_of(of) == ',' && self->children[of->at].mark == ',';
}

void loose_plan(steps *out, const loose *children, uint32_t count)
{
  planning self = { .out = out,
                    .children = children,
                    .partners = match(children, count) };
  open_run(&self, 0, count, (run){ .is_new = true, .closer = ALONE });
  bool has_unit = false;
  while (self.runs.size) {
    run *top = &self.runs.data[self.runs.size - 1], now;
    if (top->is_new) {
      settle(&self, top);
      has_unit = false;
    }
    now = *top;
    if (now.at == now.end) {
      self.runs.size--;
      close_run(&self, &now);
      has_unit = true;
    } else if (is_between(&self, &now)) {
      top->at++;
      bool is_separator =
          has_unit && top->at < top->end && children[top->at].mark != ',';
      add_child(&self, now.at, is_separator ? RD_REQUIRED : RD_OPTIONAL);
      has_unit &= !is_separator;
    } else {
      uint32_t end = unit_end(&self, &now, now.at);
      top->at = end;
      has_unit = true;
      add_unit(&self, &now, end);
    }
  }
  ARRAY_FREE(&self.runs);
  free(self.partners);
}
