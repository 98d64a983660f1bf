/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parameters of constructors, dropped with their arguments.
 *
 * In a template libclang does not say which constructor makes an object, so this goes
 * by numbers: whatever is made of something with the class's name, by as many arguments
 * as the constructor takes at most, loses one. Other constructors of the class may
 * lose one with it; then the test says no. A pack goes with all its arguments.
 */
#include "classes.h"
#include "templates.h"

struct constructor {
  const spellings *s;
  class_head class;
  ARRAY(uint32_t) names; /* of all constructors of the class, where declared */
  uint32_t name;         /* of this one */
  spans parameters, list;
  template_parameter dropped;
  size_t index; /* of the dropped one */
};

/* The bracket before the arguments of an object that is made where the class is
 * named, or before parameters: `NAME(`, `NAME<...> variable{`; or MAP_NONE. */
static uint32_t list_at(const rewriter *r, uint32_t name)
{
  uint32_t at =
      spelled_is(r, name + 1, "<") ? spelled_behind(r, name + 1) : name + 1;
  uint32_t symbol =
      at && spelled_is_name(r, at) ? r->f->names[r->s->visible[at]] : FACT_NONE;
  if (symbol != FACT_NONE &&
      rewrite_fact(r, symbol)->kind == RD_SYMBOL_FUNCTION)
    return MAP_NONE;
  at += at && spelled_is_name(r, at);
  return at && (spelled_is(r, at, "(") || spelled_is(r, at, "{")) ? at
                                                                  : MAP_NONE;
}

/* Does what begins with the parameters mention the dropped one behind them? */
static bool is_used(const rewriter *r, const struct constructor *of,
                    uint32_t open, uint32_t end)
{
  const span *at = &of->list.data[of->index];
  uint32_t name = template_parameter_of(r, *at).name;
  for (uint32_t i = spelled_behind(r, open); name != MAP_NONE && i < end; i++)
    if (shape_equal(r, spelled_leaf(r, i), spelled_leaf(r, name)))
      return true;
  return false;
}

/* Does the parameter copy or move another object of the class? */
static bool is_copy(const rewriter *r, const struct constructor *of)
{
  span parameter = of->parameters.data[of->index];
  for (uint32_t at = parameter.begin; at < parameter.end; at++)
    if (shape_equal(r, spelled_leaf(r, at), spelled_leaf(r, of->class.name)))
      return true;
  return false;
}

/* Can all go? Not if a definition outside of the class uses the parameter. */
static bool is_unused(const rewriter *r, struct constructor *of)
{
  EACH_ALIKE (at, of->s, of->class.name) {
    uint32_t open = list_at(r, at);
    uint32_t function = rewrite_around(r, spelled_leaf(r, at), KIND_FUNCTION);
    if (at > 1 && spelled_is(r, at - 1, "::") && open == at + 1 &&
        function != NODE_NONE && spelled_list(&of->list, r, open) &&
        of->list.size > of->index &&
        is_used(r, of, open, rewrite_at(r, function)->end))
      return false;
  }
  return true;
}

/* Drops the argument or the parameter in a list; `NAME variable()` would declare a
 * function. */
static void drop_in(rewriter *r, struct constructor *of, uint32_t name,
                    uint32_t open)
{
  size_t count = of->list.size;
  if (count <= of->index || (count > of->parameters.size && !of->dropped.pack))
    return;
  bool all = count == 1 || (of->dropped.pack && of->index == 0);
  if (all && spelled_is(r, open, "(") && open > name + 1 &&
      spelled_is_name(r, open - 1))
    spelled_drop(r, open, spelled_behind(r, open));
  else
    for (size_t i = of->dropped.pack ? count : of->index + 1; i > of->index;)
      spelled_drop_item(r, &of->list, --i);
}

/* Does another constructor of the class have its name there? */
static bool is_other(const struct constructor *of, uint32_t at)
{
  for (size_t i = 0; i < of->names.size; i++)
    if (of->names.data[i] == at)
      return at != of->name;
  return false;
}

static void offer(rewriter *r, struct constructor *of)
{
  rewrite_open(r);
  EACH_ALIKE (at, of->s, of->class.name) {
    bool makes = at != of->class.name && !spelled_is(r, at - 1, "~") &&
                 !is_other(of, at);
    uint32_t open = makes ? list_at(r, at) : MAP_NONE;
    if (open != MAP_NONE && spelled_list(&of->list, r, open))
      drop_in(r, of, at, open);
  }
}

/* Finds the names of all constructors that are declared in the class. */
static void find_names(struct constructor *out, const rewriter *r)
{
  const class_head *class = &out->class;
  out->names.size = 0;
  for (uint32_t at = class->open + 1; at < class->close;) {
    uint32_t node = spelled_element(r, at), begin = at;
    at = node == NODE_NONE ? spelled_next(r, at) : rewrite_at(r, node)->end;
    uint32_t name = spelled_declared(r, (span){ begin, at }).name;
    if (node != NODE_NONE && name != MAP_NONE &&
        !spelled_is(r, name - 1, "~") && spelled_is(r, name + 1, "(") &&
        shape_equal(r, spelled_leaf(r, name), spelled_leaf(r, class->name)))
      ARRAY_PUSH(&out->names, name);
  }
}

/* Offers each parameter without uses. */
static void offer_parameters(rewriter *r, struct constructor *of)
{
  uint32_t open = of->name + 1;
  uint32_t function = rewrite_around(r, spelled_leaf(r, open), KIND_FUNCTION);
  uint32_t end =
      function == NODE_NONE || rewrite_at(r, function)->first < of->class.open
          ? spelled_behind(r, open)
          : rewrite_at(r, function)->end;
  for (of->index = 0; spelled_list(&of->parameters, r, open) &&
                      of->index < of->parameters.size;
       of->index++) {
    of->dropped = template_parameter_of(r, of->parameters.data[of->index]);
    spelled_list(&of->list, r, open);
    if (!is_copy(r, of) && !is_used(r, of, open, end) && is_unused(r, of))
      offer(r, of);
  }
}

void rewrite_constructor_parameter(rewriter *r)
{
  spellings s;
  struct constructor of = { .s = &s };
  spellings_collect(&s, r);
  EACH_CLASS (&of.class, r) {
    if (of.class.name == MAP_NONE)
      continue;
    find_names(&of, r);
    for (size_t i = 0; i < of.names.size; i++) {
      of.name = of.names.data[i];
      offer_parameters(r, &of);
    }
  }
  ARRAY_FREE(&of.names);
  ARRAY_FREE(&of.parameters);
  ARRAY_FREE(&of.list);
  spellings_free(&s);
}
