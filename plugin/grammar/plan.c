/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From a derivation to places, lists and separators.
 *
 * The *place* of a child is the outermost rule that covers nothing else: what
 * that rule accepts may stand there. It is optional if the rule can be left out,
 * and an element if it is a turn of a repetition. `x (',' x)*`, in whatever way
 * a grammar spells it, becomes one list with separators.
 *
 * The elements of lists with equal contents and separators may stand in each
 * other's lists, many for one: they have one *class*. Those of `(x ';')*` may
 * also stand in `(y ';')*` and in `y (';' y)*`, where y accepts x.
 *
 * Recursion follows the grammar's nesting, never the text's.
 */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

/* A kind of list. */
typedef struct list_class {
  uint32_t content, separator; /* rules; no separator: RULE_NONE */
  uint32_t element, end;       /* of `(x ';')*`, its two; else as above */
} list_class;

struct planner {
  const rules *grammar;
  phrases *texts;
  derivation *derived;
  steps *out;
  ARRAY(list_class) classes;
  map class_numbers; /* by the two rules */
};

/* Where the children at hand stand. */
typedef struct position {
  uint8_t place;
  uint32_t rule; /* RULE_NONE: the next one that covers them all */
  uint32_t list; /* class of the list around; RULE_NONE: none */
  bool is_sole;  /* the only element of a list that needs one */
  bool
      is_whole; /* they are all children of the node, which has its own place */
} position;

static const position required = { .rule = RULE_NONE, .list = RULE_NONE };

void planner_free(planner *self)
{
  if (!self)
    return;
  derive_free(self->derived);
  ARRAY_FREE(&self->classes);
  map_free(&self->class_numbers);
  free(self);
}

static const rule *at_rule(const planner *self, uint32_t number)
{
  return rules_at(self->grammar, number);
}

static uint32_t member_of(const planner *self, uint32_t number, uint32_t index)
{
  return rules_member(self->grammar, at_rule(self, number), index);
}

/* ---- comparing rules ---- */

static bool is_equal(const planner *self, uint32_t a, uint32_t b)
{
  const rule *x = at_rule(self, a), *y = at_rule(self, b);
  if (a == b)
    return true;
  if (x->type != y->type || x->kind != y->kind || x->symbol != y->symbol ||
      x->count != y->count || x->type == RULE_SILENT)
    return false;
  for (uint32_t i = 0; i < x->count; i++)
    if (!is_equal(self, member_of(self, a, i), member_of(self, b, i)))
      return false;
  return true;
}

static bool is_class(const planner *self, const list_class *at,
                     uint32_t content, uint32_t separator)
{
  bool is_plain = separator == RULE_NONE;
  return is_equal(self, at->content, content) &&
         (at->separator == RULE_NONE) == is_plain &&
         (is_plain || is_equal(self, at->separator, separator));
}

static list_class make_class(const planner *self, uint32_t content,
                             uint32_t separator)
{
  const rule *at = at_rule(self, content);
  bool is_pair =
      separator == RULE_NONE && at->type == RULE_SEQ && at->count == 2;
  return (list_class){
    .content = content,
    .separator = separator,
    .element = is_pair ? member_of(self, content, 0) : content,
    .end = is_pair ? member_of(self, content, 1) : separator,
  };
}

static uint32_t class_of(planner *self, uint32_t content, uint32_t separator)
{
  uint64_t key = (uint64_t)content << 32 | separator;
  uint32_t found = map_find(&self->class_numbers, key);
  if (found != MAP_NONE)
    return found;
  found = 0;
  while (found < self->classes.size &&
         !is_class(self, &self->classes.data[found], content, separator))
    found++;
  if (found == self->classes.size)
    ARRAY_PUSH(&self->classes, make_class(self, content, separator));
  map_put(&self->class_numbers, key, found);
  return found;
}

static bool can_be_left_out(const planner *self, uint32_t number)
{
  return rules_is_nullable(self->grammar, number, false);
}

/* ---- steps ---- */

static void open_list(planner *self, position at, uint32_t class)
{
  step opened = { .type = STEP_OPEN,
                  .place = at.place,
                  .is_list = true,
                  .rule = at.rule,
                  .list = class };
  ARRAY_PUSH(self->out, opened);
}

static void open_group(planner *self, position at)
{
  step opened = { .type = STEP_OPEN,
                  .place = at.place,
                  .is_sole = at.is_sole,
                  .rule = at.rule,
                  .list = at.list };
  ARRAY_PUSH(self->out, opened);
}

static void close(planner *self)
{
  ARRAY_PUSH(self->out, (step){ .type = STEP_CLOSE });
}

static void add_child(planner *self, uint32_t own, uint32_t child, position at)
{
  step added = { .type = STEP_CHILD,
                 .place = at.place,
                 .is_sole = at.is_sole,
                 .rule = at.rule,
                 .list = at.list,
                 .child = child,
                 .own = own };
  ARRAY_PUSH(self->out, added);
}

static void plan(planner *self, uint32_t number, uint32_t begin, uint32_t end,
                 position at);

/* ---- lists with separators ---- */

/* `x (separator x)*` or `(x separator)* x`, as two members of a sequence. What is
 * repeated may also be a choice that has x, since all of it follows a separator. */
typedef struct separated {
  bool is_found, is_before; /* the separators come before the elements */
  uint32_t repeat, content; /* the repetition, and what is repeated */
  uint32_t element, separator;
} separated;

static bool has_choice(const planner *self, uint32_t number, uint32_t wanted)
{
  const rule *at = at_rule(self, number);
  bool found = is_equal(self, number, wanted);
  for (uint32_t i = 0; !found && at->type == RULE_CHOICE && i < at->count; i++)
    found = has_choice(self, member_of(self, number, i), wanted);
  return found;
}

static separated match_separated(const planner *self, uint32_t repeat,
                                 uint32_t element, bool is_before)
{
  if (can_be_left_out(self, repeat) && at_rule(self, repeat)->count == 2)
    repeat = member_of(self, repeat, 0); /* or nothing */
  uint8_t type = at_rule(self, repeat)->type;
  if (type != RULE_REPEAT && type != RULE_REPEAT1)
    return (separated){ 0 };
  uint32_t content = member_of(self, repeat, 0);
  const rule *inner = at_rule(self, content);
  if (inner->type != RULE_SEQ || inner->count != 2 ||
      !has_choice(self, member_of(self, content, is_before), element))
    return (separated){ 0 };
  return (separated){ .is_found = true,
                      .is_before = is_before,
                      .repeat = repeat,
                      .content = content,
                      .element = element,
                      .separator = member_of(self, content, !is_before) };
}

/* Are the members `i` and `i + 1` such a list? */
static separated find_separated(const planner *self, uint32_t sequence,
                                uint32_t i)
{
  if (i + 1 >= at_rule(self, sequence)->count)
    return (separated){ 0 };
  uint32_t left = member_of(self, sequence, i);
  uint32_t right = member_of(self, sequence, i + 1);
  separated found = match_separated(self, right, left, true);
  return found.is_found ? found : match_separated(self, left, right, false);
}

static void plan_separator(planner *self, uint32_t number, uint32_t begin,
                           uint32_t end)
{
  size_t first = self->out->size;
  plan(self, number, begin, end, required);
  for (size_t i = first; i < self->out->size; i++) {
    self->out->data[i].is_separator = true;
    self->out->data[i].place = RD_REQUIRED;
  }
}

static void plan_separated_turns(planner *self, const separated *found,
                                 uint32_t begin, uint32_t end, position element)
{
  turns cuts = { 0 };
  derive_turns(&cuts, self->derived, found->repeat, begin, end);
  for (size_t i = 0; i + 1 < cuts.size; i++) {
    uint32_t parts[3];
    derive_cuts(parts, self->derived, found->content, cuts.data[i],
                cuts.data[i + 1]);
    uint32_t first = member_of(self, found->content, 0);
    uint32_t second = member_of(self, found->content, 1);
    if (found->is_before) {
      plan_separator(self, first, parts[0], parts[1]);
      plan(self, second, parts[1], parts[2], element);
    } else {
      plan(self, first, parts[0], parts[1], element);
      plan_separator(self, second, parts[1], parts[2]);
    }
  }
  ARRAY_FREE(&cuts);
}

/* The two members of a sequence from `i` on, as one list. */
static void plan_separated(planner *self, const separated *found,
                           uint32_t sequence, uint32_t i, const uint32_t *cuts)
{
  uint32_t class = class_of(self, found->element, found->separator);
  position list = { .rule = found->element, .list = RULE_NONE };
  position element = { .place = RD_ELEMENT,
                       .rule = found->element,
                       .list = class };
  uint32_t repeat = i + found->is_before;
  element.is_sole = cuts[repeat] == cuts[repeat + 1];
  uint32_t left = member_of(self, sequence, i);
  uint32_t right = member_of(self, sequence, i + 1);
  open_list(self, list, class);
  if (found->is_before)
    plan(self, left, cuts[i], cuts[i + 1], element);
  plan_separated_turns(self, found, cuts[repeat], cuts[repeat + 1], element);
  if (!found->is_before)
    plan(self, right, cuts[i + 1], cuts[i + 2], element);
  close(self);
}

/* ---- classes ---- */

/* Each class has its number before the first text is parsed, so what a tree says
 * does not depend on earlier ones. */
static void find_classes(planner *self)
{
  for (uint32_t i = 0; i < self->grammar->rules.size; i++) {
    const rule *at = at_rule(self, i);
    if (at->type == RULE_REPEAT || at->type == RULE_REPEAT1)
      (void)class_of(self, member_of(self, i, 0), RULE_NONE);
    for (uint32_t k = 0; at->type == RULE_SEQ && k < at->count; k++) {
      separated found = find_separated(self, i, k);
      if (found.is_found)
        (void)class_of(self, found.element, found.separator);
    }
  }
}

planner *planner_new(const rules *grammar, phrases *texts)
{
  planner *self = mem_alloc(1, sizeof *self);
  self->grammar = grammar;
  self->texts = texts;
  self->derived = derive_new(grammar);
  find_classes(self);
  return self;
}

size_t plan_classes(const planner *self)
{
  return self->classes.size;
}

/* Does each element of a list of one class end with what those of the other end
 * with or have between them? */
static bool ends_alike(const planner *self, const list_class *from,
                       const list_class *to)
{
  return from->separator == RULE_NONE && from->end != RULE_NONE &&
         to->end != RULE_NONE && is_equal(self, from->end, to->end);
}

bool plan_is_alike(const planner *self, uint32_t from, uint32_t to)
{
  const list_class *of = &self->classes.data[from];
  const list_class *other = &self->classes.data[to];
  uint32_t a = of->separator, b = other->separator;
  return ends_alike(self, of, other) ||
         ((a == RULE_NONE) == (b == RULE_NONE) &&
          (a == RULE_NONE || is_equal(self, a, b)));
}

bool plan_takes(const planner *self, uint32_t from, uint32_t to,
                uint32_t number)
{
  const list_class *other = &self->classes.data[to];
  return phrases_accept(self->texts, other->content, number) ||
         (ends_alike(self, &self->classes.data[from], other) &&
          phrases_accept(self->texts, other->element, number));
}

/* ---- rules ---- */

/* The only member of a sequence that covers children, unless it is part of a
 * list; or RULE_NONE. */
static uint32_t only_member(const planner *self, uint32_t sequence,
                            const uint32_t *cuts)
{
  uint32_t only = RULE_NONE;
  for (uint32_t i = 0; i < at_rule(self, sequence)->count; i++)
    if (cuts[i] < cuts[i + 1]) {
      if (only != RULE_NONE || find_separated(self, sequence, i).is_found ||
          (i && find_separated(self, sequence, i - 1).is_found))
        return RULE_NONE;
      only = i;
    }
  return only;
}

static void plan_members(planner *self, uint32_t number, const uint32_t *cuts)
{
  for (uint32_t i = 0; i < at_rule(self, number)->count; i++) {
    separated found = find_separated(self, number, i);
    if (found.is_found && cuts[i] < cuts[i + 2])
      plan_separated(self, &found, number, i, cuts);
    else if (!found.is_found)
      plan(self, member_of(self, number, i), cuts[i], cuts[i + 1], required);
    i += found.is_found;
  }
}

/* A required group is worth a node if something shorter can stand for it. */
static bool wants_group(const planner *self, position at)
{
  if (at.is_whole)
    return false;
  uint8_t type = at_rule(self, at.rule)->type;
  return at.place != RD_REQUIRED ||
         ((type == RULE_CHOICE || type == RULE_SYMBOL) &&
          phrases_of(self->texts, at.rule));
}

static void plan_sequence(planner *self, uint32_t number, uint32_t begin,
                          uint32_t end, position at)
{
  uint32_t count = at_rule(self, number)->count;
  uint32_t *cuts = mem_alloc((size_t)count + 1, sizeof *cuts);
  derive_cuts(cuts, self->derived, number, begin, end);
  uint32_t only = only_member(self, number, cuts);
  bool is_grouped = only == RULE_NONE && wants_group(self, at);
  if (is_grouped)
    open_group(self, at);
  if (only == RULE_NONE) {
    plan_members(self, number, cuts);
  } else {
    uint32_t member = member_of(self, number, only);
    at.is_whole &= !can_be_left_out(self, member);
    plan(self, member, begin, end, at);
  }
  if (is_grouped)
    close(self);
  free(cuts);
}

static void plan_repeated(planner *self, uint32_t number, uint32_t begin,
                          uint32_t end, position at)
{
  uint32_t content = member_of(self, number, 0);
  uint32_t class = class_of(self, content, RULE_NONE);
  position element = { .place = RD_ELEMENT, .rule = content, .list = class };
  open_list(self, at, class);
  turns cuts = { 0 };
  derive_turns(&cuts, self->derived, number, begin, end);
  element.is_sole =
      at_rule(self, number)->type == RULE_REPEAT1 && cuts.size == 2;
  for (size_t i = 0; i + 1 < cuts.size; i++)
    plan(self, content, cuts.data[i], cuts.data[i + 1], element);
  ARRAY_FREE(&cuts);
  close(self);
}

static void plan_choice(planner *self, uint32_t number, uint32_t begin,
                        uint32_t end, position at)
{
  const rule *of = at_rule(self, number);
  for (uint32_t i = 0; i < of->count; i++) {
    uint32_t member = member_of(self, number, i);
    if (derive_can(self->derived, member, begin, end)) {
      plan(self, member, begin, end, at);
      return;
    }
  }
}

static void plan_symbol_mention(planner *self, uint32_t number, uint32_t begin,
                                uint32_t end, position at)
{
  const symbol *of =
      &self->grammar->symbols.data[at_rule(self, number)->symbol];
  if (of->is_hidden && of->rule != RULE_NONE &&
      derive_can(self->derived, of->rule, begin, end))
    plan(self, of->rule, begin, end, at);
  else
    add_child(self, number, begin, at);
}

static void plan(planner *self, uint32_t number, uint32_t begin, uint32_t end,
                 position at)
{
  if (begin == end)
    return;
  if (at.rule == RULE_NONE)
    at.rule = number;
  if (at.place == RD_REQUIRED && !at.is_whole && can_be_left_out(self, number))
    at.place = RD_OPTIONAL;
  switch ((rule_type)at_rule(self, number)->type) {
  case RULE_BLANK:
  case RULE_SILENT:
    break;
  case RULE_TOKEN:
  case RULE_ALIAS:
    add_child(self, number, begin, at);
    break;
  case RULE_SYMBOL:
    plan_symbol_mention(self, number, begin, end, at);
    break;
  case RULE_SEQ:
    plan_sequence(self, number, begin, end, at);
    break;
  case RULE_CHOICE:
    plan_choice(self, number, begin, end, at);
    break;
  case RULE_REPEAT:
  case RULE_REPEAT1:
    plan_repeated(self, number, begin, end, at);
    break;
  }
}

/* ---- nodes ---- */

/* The body of what a child stands for. */
static uint32_t body_of(const planner *self, uint32_t own)
{
  const rule *at = at_rule(self, own);
  if (at->type == RULE_SYMBOL)
    return self->grammar->symbols.data[at->symbol].rule;
  return at->type == RULE_ALIAS ? body_of(self, member_of(self, own, 0)) : own;
}

static bool plan_body(planner *self, uint32_t body, uint32_t count)
{
  if (body == RULE_NONE || !derive_can(self->derived, body, 0, count))
    return false;
  /* The root, and no other node, may be a choice that has nothing. */
  bool is_root =
      at_rule(self, body)->type == RULE_CHOICE && can_be_left_out(self, body);
  position whole = { .rule = body, .list = RULE_NONE, .is_whole = !is_root };
  plan(self, body, 0, count, whole);
  return true;
}

bool plan_node(steps *out, planner *self, uint32_t kind, uint32_t own,
               const uint32_t *kinds, uint32_t count)
{
  const rules *grammar = self->grammar;
  self->out = out;
  derive_start(self->derived, kinds, count);
  if (own != RULE_NONE && plan_body(self, body_of(self, own), count))
    return true;
  for (size_t i = 0; i < grammar->symbols.size; i++)
    if (grammar->symbols.data[i].kind == kind &&
        plan_body(self, grammar->symbols.data[i].rule, count))
      return true;
  for (size_t i = 0; i < grammar->aliases.size; i++)
    if (grammar->aliases.data[i].kind == kind &&
        plan_body(self, body_of(self, grammar->aliases.data[i].rule), count))
      return true;
  return false;
}

bool plan_is_immediate(const planner *self, uint32_t own)
{
  uint32_t body = own == RULE_NONE ? RULE_NONE : body_of(self, own);
  return body != RULE_NONE && at_rule(self, body)->is_immediate;
}

uint32_t plan_symbol(const planner *self, uint32_t own)
{
  while (own != RULE_NONE && at_rule(self, own)->type == RULE_ALIAS)
    own = member_of(self, own, 0);
  return own != RULE_NONE && at_rule(self, own)->type == RULE_SYMBOL
             ? at_rule(self, own)->symbol
             : RULE_NONE;
}
