/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Function templates without their heads: `void f(auto)` says what
 * `template <class T> void f(T)` says.
 *
 * A parameter of the template goes if it is the type of one parameter of the function
 * and is mentioned nowhere else. Any other one is made its first argument, or int, and
 * the function gets a parameter: calls then have one more argument, and explicit
 * instantiations one more type. What names the function without calling it stays as it
 * is. C++20 has this; for older standards the front end's check refuses it.
 */
#include "templates.h"

struct abbreviated {
  rewriter *r;
  templates *t;
  const template_head *head;
  template_parameter of; /* the one that goes */
  span parameters;       /* of the function, from bracket to bracket */
  spans list;            /* of the head */
  size_t index;          /* of the one that goes */
};

/* The parameters of the function that the head declares. */
static bool find_parameters(struct abbreviated *a)
{
  const template_head *head = a->head;
  uint32_t open = head->name + 1;
  uint32_t behind = head->name != MAP_NONE && spelled_is(a->r, open, "(")
                        ? spelled_behind(a->r, open)
                        : 0;
  a->parameters = (span){ open, behind };
  return behind > 0 &&
         !spelled_is(a->r, spelled_behind(a->r, head->begin + 1), "requires");
}

/* How often the declaration mentions the parameter; and where first, if at all. */
static uint32_t mentions_of(uint32_t *first_out, const struct abbreviated *a)
{
  uint32_t count = 0;
  if (a->of.name != MAP_NONE)
    EACH_ALIKE (at, &a->t->spellings, a->of.name) {
      if (at == a->of.name || at < a->head->begin || at >= a->head->end)
        continue;
      if (!count++)
        *first_out = at;
    }
  return count;
}

/* Is it part of the type of a parameter, not in brackets nor qualified? */
static bool can_be_auto(const rewriter *r, span parameters, uint32_t use)
{
  bool is_value = false;
  for (uint32_t at = parameters.begin + 1; at <= use;
       at = spelled_next(r, at)) {
    if (at == use)
      return !is_value && !spelled_is(r, at + 1, "::") &&
             !spelled_is(r, at + 1, "<") && !spelled_is(r, at - 1, "::");
    is_value = spelled_is(r, at, "=") || (is_value && !spelled_is(r, at, ","));
  }
  return false;
}

/* Drops the parameter, and the head with the last one. */
static void drop_parameter(const struct abbreviated *a)
{
  if (a->list.size > 1)
    spelled_drop_item(a->r, &a->list, a->index);
  else
    spelled_drop(a->r, a->head->begin,
                 spelled_behind(a->r, a->head->begin + 1));
}

/* `auto`, behind what constrains the parameter. */
static const char *auto_for(const struct abbreviated *a)
{
  uint32_t end = a->of.name - a->of.pack;
  return a->of.type ? "auto"
                    : rewrite_format(a->r, "%s auto",
                                     spelled_text(a->r, a->of.at.begin, end));
}

static void offer_typed(const struct abbreviated *a, uint32_t use)
{
  rewrite_open(a->r);
  drop_parameter(a);
  rewrite_text(a->r, spelled_leaf(a->r, use), auto_for(a));
}

/* ---- without mentions ---- */

/* The only template argument of the first use that has one; empty: there is none. */
static span first_argument(const struct abbreviated *a)
{
  uint32_t behind;
  EACH_ALIKE (at, &a->t->spellings, a->head->name)
    if (spelled_is(a->r, at + 1, "<") &&
        (behind = spelled_behind(a->r, at + 1)) > at + 3)
      return (span){ at + 2, behind - 1 };
  return (span){ 0, 0 };
}

static void put_argument(const struct abbreviated *a)
{
  span with = first_argument(a);
  const char *text =
      with.end ? spelled_text(a->r, with.begin, with.end) : "int";
  EACH_ALIKE (at, &a->t->spellings, a->of.name)
    if (at > a->of.name && at < a->head->end)
      rewrite_text(a->r, spelled_leaf(a->r, at), text);
}

/* Puts one more element at the end of what is in brackets. */
static void put_last(rewriter *r, uint32_t open, const char *text)
{
  uint32_t close = spelled_behind(r, open) - 1;
  rewrite_print(r, spelled_leaf(r, close), close == open + 1 ? "%s)" : ", %s)",
                text);
}

/* Calls get one more argument, explicit instantiations one more type, instead of the
 * template argument if there is one. */
static void put_in_use(rewriter *r, uint32_t at)
{
  bool has = spelled_is(r, at + 1, "<") && spelled_behind(r, at + 1);
  uint32_t open = has ? spelled_behind(r, at + 1) : at + 1;
  uint32_t node = at > 1 ? spelled_element(r, at - 2) : NODE_NONE;
  if (!spelled_is(r, open, "(") || !spelled_behind(r, open))
    return;
  const char *type = has ? spelled_text(r, at + 2, open - 1) : "int";
  bool declares = node != NODE_NONE && spelled_is(r, at - 2, "template");
  spelled_drop(r, at + 1, open);
  put_last(r, open,
           declares ? type
           : has    ? rewrite_format(r, "%s()", type)
                    : "0");
}

/* The function is of another type, and a template still. */
static void offer_unnamed(const struct abbreviated *a)
{
  rewrite_open(a->r);
  if (a->of.name != MAP_NONE)
    put_argument(a);
  drop_parameter(a);
  put_last(a->r, a->parameters.begin, a->of.pack ? "auto..." : "auto");
  EACH_ALIKE (at, &a->t->spellings, a->head->name)
    if (at != a->head->name)
      put_in_use(a->r, at);
}

/* ---- offering ---- */

static void offer(struct abbreviated *a)
{
  uint32_t use = MAP_NONE, count = mentions_of(&use, a);
  if (a->of.initial != a->of.at.end)
    return;
  if (count == 1 && can_be_auto(a->r, a->parameters, use))
    offer_typed(a, use);
  else if (a->of.type && a->list.size == 1 && !(count && a->of.pack))
    offer_unnamed(a);
}

void rewrite_template_auto(rewriter *r)
{
  templates t;
  templates_collect(&t, r);
  struct abbreviated a = { .r = r, .t = &t };
  for (size_t i = 0; i < t.heads.size; i++) {
    a.head = &t.heads.data[i];
    if (!find_parameters(&a) || !spelled_list(&a.list, r, a.head->begin + 1))
      continue;
    for (a.index = 0; a.index < a.list.size; a.index++) {
      a.of = template_parameter_of(r, a.list.data[a.index]);
      offer(&a);
    }
  }
  ARRAY_FREE(&a.list);
  templates_free(&t);
}
