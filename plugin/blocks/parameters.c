/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parameters and their arguments.
 *
 *   parameter-dropped   a parameter goes with the argument of each call and with
 *                       what declares it in the routine; one that is used there
 *                       stays declared, as a local variable
 *
 * Neither can go alone where calls are checked. What a call is, words alone say:
 * the name of the only routine of that name, with brackets behind it. The header
 * of another declaration of the routine, as Ada has them, looks the same. Nothing
 * is offered for a routine that is assigned or a member of something, since others
 * may call it then. Brackets that would be empty go where the header of the routine
 * needs none.
 */
#include "parameters.h"

#include <string.h>

#include "reduce/rewrites.h"

enum { MOST_ITEMS = 16, MOST_CALLS = 16 };

/* The tokens between two separators, and the separators; '\0': a bracket. */
typedef struct item {
  uint32_t begin, end;
  char before, behind;
} item;

/* What stands in brackets. */
typedef struct items {
  uint32_t bracket; /* the token that opens them */
  bool has_types;   /* names with types, which share one if commas part them */
  item list[MOST_ITEMS];
  size_t count;
} items;

typedef struct routine {
  uint32_t name;  /* the token in the header */
  uint32_t scope; /* as in declared_name */
  uint32_t end;   /* behind the last token of its block */
  items parameters;
  items calls[MOST_CALLS];
  size_t call_count;
} routine;

static bool is_mark(const source *self, uint32_t i, const char *mark)
{
  return scan_is(self->language, &self->tokens[i], self->text, mark);
}

/* ---- lists in brackets ---- */

static bool is_separator(const source *self, uint32_t i)
{
  return is_mark(self, i, ",") || is_mark(self, i, ";");
}

/* False: too many items, or an empty one. */
static bool find_items(items *out, const source *self, uint32_t bracket)
{
  uint32_t end = self->partners[bracket], i = bracket + 1;
  *out = (items){ .bracket = bracket };
  for (char before = '\0'; i < end; i++) {
    item *at = &out->list[out->count];
    if (out->count == MOST_ITEMS || is_separator(self, i))
      return false;
    *at = (item){ .begin = i, .before = before };
    for (; i < end && !is_separator(self, i); i = source_behind(self, i, end))
      out->has_types |= is_mark(self, i, ":");
    at->end = i;
    before = at->behind = i < end ? self->text[self->tokens[i].begin] : '\0';
    out->count++;
  }
  return out->count > 0;
}

static bool can_go(const items *of, size_t number, const shape *made)
{
  const item *at = &of->list[number];
  bool shares = of->has_types && (at->before == ',' || at->behind == ',');
  return !shares && made->elements[at->begin] != RD_NONE;
}

/* The name before the mark that says which parameter an argument is for; or
 * RD_NONE. */
static uint32_t label_of(const meanings *of, const item *at)
{
  bool has = at->end - at->begin > 2 &&
             meanings_are(of, at->begin + 1, &of->self->language->labels);
  return has ? of->names[at->begin] : RD_NONE;
}

/* The item of the call for the parameter, or NULL. */
static const item *argument_of(const meanings *of, const items *call,
                               const routine *to, size_t parameter)
{
  uint32_t name = of->names[to->parameters.list[parameter].begin];
  for (size_t i = 0; i < call->count; i++)
    if (label_of(of, &call->list[i]) == name)
      return &call->list[i];
  const item *at = &call->list[parameter];
  return parameter < call->count && label_of(of, at) == RD_NONE ? at : NULL;
}

/* ---- routines and their calls ---- */

static bool is_behind(const meanings *of, uint32_t i, const strings *marks)
{
  return i > 0 && meanings_are(of, i - 1, marks);
}

/* False: not each use of the name is a call, or they are too many. */
static bool find_calls(routine *out, const meanings *of)
{
  const source *self = of->self;
  for (uint32_t i = 0; i < self->count; i++) {
    bool is_call = meanings_opens_list(of, i + 1);
    bool is_inside = i > out->name && i < out->end;
    if (i == out->name || !meanings_is_word(of, i, of->names[out->name]) ||
        (is_inside && !is_call))
      continue;
    if (is_behind(of, i, &self->language->members) ||
        (!is_call && is_behind(of, i, &self->language->assigns)) ||
        out->call_count == MOST_CALLS)
      return false;
    if (is_call && find_items(&out->calls[out->call_count], self, i + 1))
      out->call_count++;
  }
  return true;
}

/* Is it the header of the only routine of its name, with parameters? */
static bool find_routine(routine *out, const meanings *of,
                         const declared_name *by)
{
  const source *self = of->self;
  *out = (routine){ .name = by->token };
  if (by->kind != RD_SYMBOL_FUNCTION ||
      !meanings_opens_list(of, by->token + 1) ||
      !find_items(&out->parameters, self, by->token + 1))
    return false;
  for (size_t i = 0; i < of->count; i++)
    if (&of->declared[i] != by &&
        of->names[of->declared[i].token] == of->names[by->token])
      return false;
  uint32_t opener = meanings_statement(of, by->token);
  out->scope = opener + 1;
  out->end = of->all->data[meanings_block_end(of, opener)].end;
  return find_calls(out, of);
}

/* ---- parameter-dropped ---- */

static bool is_in(uint32_t i, const item *at)
{
  return at && i >= at->begin && i < at->end;
}

static bool is_in_argument(const meanings *of, const routine *to,
                           size_t parameter, uint32_t i)
{
  bool is = false;
  for (size_t call = 0; call < to->call_count; call++)
    is |= is_in(i, argument_of(of, &to->calls[call], to, parameter));
  return is;
}

static const declared_name *declaration_at(const meanings *of, uint32_t tok)
{
  for (size_t i = 0; i < of->count; i++)
    if (of->declared[i].token == tok)
      return &of->declared[i];
  return NULL;
}

/* Is the parameter more than declared in the routine? */
static bool is_used(const meanings *of, const routine *to, size_t parameter)
{
  const item *at = &to->parameters.list[parameter];
  for (uint32_t i = to->name; i < to->end; i++)
    if (meanings_is_word(of, i, of->names[at->begin]) && !is_in(i, at) &&
        !is_behind(of, i, &of->self->language->members) &&
        !is_in_argument(of, to, parameter, i) && !declaration_at(of, i))
      return true;
  return false;
}

/* The node of a declaration of the parameter beside that in the header, from
 * number *next on; RD_NONE: none. */
static uint32_t next_declaration(size_t *next, const meanings *of,
                                 const routine *to, size_t parameter)
{
  const item *at = &to->parameters.list[parameter];
  while (*next < of->count) {
    const declared_name *by = &of->declared[(*next)++];
    if (by->scope == to->scope && !is_in(by->token, at) &&
        of->names[by->token] == of->names[at->begin])
      return by->node;
  }
  return RD_NONE;
}

/* Can the parameter and all that goes with it be dropped? */
static bool is_droppable(const meanings *of, const routine *to,
                         size_t parameter)
{
  size_t next = 0;
  bool can = can_go(&to->parameters, parameter, of->made);
  for (size_t i = 0; i < to->call_count; i++) {
    const items *call = &to->calls[i];
    const item *at = argument_of(of, call, to, parameter);
    can &= !at || can_go(call, (size_t)(at - call->list), of->made);
  }
  return can && (!is_used(of, to, parameter) ||
                 next_declaration(&next, of, to, parameter) != RD_NONE);
}

/* Drops the item, with its brackets if `is_bare` and it is alone in them. */
static void drop_item(rd_builder *builder, const meanings *of,
                      const items *around, const item *at, bool is_bare)
{
  uint32_t group = of->made->groups[around->bracket];
  bool goes = is_bare && around->count == 1 && group != RD_NONE;
  rd_builder_edit_drop(builder, goes ? group : of->made->elements[at->begin]);
}

static void drop_parameter(rd_builder *builder, const meanings *of,
                           const routine *to, size_t parameter, uint32_t number)
{
  const items *header = &to->parameters;
  bool is_bare = of->made->groups[header->bracket] != RD_NONE;
  rd_builder_rewrite(builder, number);
  drop_item(builder, of, header, &header->list[parameter], is_bare);
  for (size_t i = 0; i < to->call_count; i++) {
    const item *at = argument_of(of, &to->calls[i], to, parameter);
    if (at)
      drop_item(builder, of, &to->calls[i], at, is_bare);
  }
  if (is_used(of, to, parameter))
    return;
  size_t next = 0;
  uint32_t node;
  while ((node = next_declaration(&next, of, to, parameter)) != RD_NONE)
    rd_builder_edit_drop(builder, node);
}

void parameters_offer(rd_builder *builder, const meanings *of)
{
  static const rd_rule dropped = { { "parameter-dropped", NULL,
                                     "drop a parameter with its arguments",
                                     "clang-hdd" },
                                   0 };
  uint32_t number = rd_builder_rule(builder, &dropped);
  for (size_t i = 0; rd_builder_wants_rewrites(builder) && i < of->count; i++) {
    routine to;
    if (!find_routine(&to, of, &of->declared[i]))
      continue;
    for (size_t k = 0; k < to.parameters.count; k++)
      if (is_droppable(of, &to, k))
        drop_parameter(builder, of, &to, k, number);
  }
}
