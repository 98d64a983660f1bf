/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Templates lose parameters, and become plain at last.
 *
 * A parameter goes from every declaration of the template, its argument from
 * every use; where it is mentioned, something else stands: its first argument,
 * its default, int or 0. Members defined outside of a class template repeat its
 * parameters and go along. When the last parameter goes, so do the words around
 * it, and the explicit specialisations, which have nothing left to specialise.
 */
#include <string.h>

#include "templates.h"

/* Argument number `index` of the first use outside of templates, or NULL. */
static const char *first_argument(template_family *f, uint32_t index)
{
  EACH_ALIKE (at, &f->t->spellings, f->first->name)
    if (!f->t->inside[at] && template_has_arguments(f, at) &&
        f->list.size > index)
      return spelled_text(f->r, f->list.data[index].begin,
                          f->list.data[index].end);
  return NULL;
}

/* ---- what a call deduces ---- */

/* Is it the parameter's name alone, but for const, & and the function
 * parameter's own name? */
static bool is_plain(const rewriter *r, span of, uint32_t name)
{
  uint32_t at = of.begin + spelled_is(r, of.begin, "const");
  bool alike =
      at < of.end && shape_equal(r, spelled_leaf(r, at), spelled_leaf(r, name));
  at += 1u + (spelled_is(r, at + 1, "&") || spelled_is(r, at + 1, "&&"));
  at += at < of.end && spelled_is_name(r, at);
  return alike && at >= of.end;
}

/* The number of the first function parameter of the type, or MAP_NONE. */
static uint32_t plain_parameter(template_family *f, uint32_t name)
{
  if (spelled_is(f->r, f->first->name + 1, "(") &&
      spelled_list(&f->list, f->r, f->first->name + 1))
    for (uint32_t i = 0; i < f->list.size; i++)
      if (is_plain(f->r, f->list.data[i], name))
        return i;
  return MAP_NONE;
}

/* The type of that argument in the first call outside of templates, or NULL. */
static const char *deduced(template_family *f, const template_parameter *of)
{
  uint32_t index = of->type && of->name != MAP_NONE
                       ? plain_parameter(f, of->name)
                       : MAP_NONE;
  if (index == MAP_NONE)
    return NULL;
  EACH_ALIKE (at, &f->t->spellings, f->first->name) {
    if (f->t->inside[at] || !spelled_is(f->r, at + 1, "(") ||
        !spelled_list(&f->list, f->r, at + 1) || f->list.size <= index)
      continue;
    uint32_t node = spelled_node(f->r, f->list.data[index]);
    const type_fact *type = node == NODE_NONE ? NULL : rewrite_type(f->r, node);
    if (type && type->name)
      return type->name;
  }
  return NULL;
}

/* Does `template` without parameters precede it: an explicit instantiation? */
static bool is_instantiation(const rewriter *r, uint32_t at)
{
  return at > 1 && spelled_is(r, at - 2, "template");
}

static void drop_argument(template_family *f, uint32_t at, uint32_t index)
{
  rewriter *r = f->r;
  if (!template_has_arguments(f, at) ||
      (f->list.size <= index && f->parameters.size > 1))
    return;
  if (f->parameters.size > 1)
    spelled_drop_item(r, &f->list, index);
  else if (is_instantiation(r, at) && spelled_element(r, at - 2) != NODE_NONE)
    rewrite_drop(r, spelled_element(r, at - 2));
  else
    spelled_drop(r, at + 1, spelled_behind(r, at + 1));
}

/* ---- declarations ---- */

/* An explicit specialisation has nothing to specialise any more. */
static bool is_void(template_family *f, const template_head *head)
{
  return f->parameters.size == 1 &&
         (head->special || spelled_is(f->r, head->begin + 2, ">"));
}

/* Drops the parameter of a declaration that has as many as the first one. */
static void drop_parameter(template_family *f, const template_head *head,
                           uint32_t index, const char *text)
{
  rewriter *r = f->r;
  uint32_t open = head->begin + 1;
  if (is_void(f, head)) {
    spelled_drop(r, head->begin, head->end);
    return;
  }
  if (!template_has_parameters(f, head))
    return;
  template_parameter of = template_parameter_of(r, f->list.data[index]);
  if (text && of.name != MAP_NONE)
    EACH_MENTIONED (at, f, head, of.name)
      rewrite_text(r, spelled_leaf(r, at), text);
  if (f->parameters.size > 1)
    spelled_drop_item(r, &f->list, index);
  else
    spelled_drop(r, head->begin, spelled_behind(r, open));
}

static void offer(template_family *f, uint32_t index, const char *text)
{
  rewrite_open(f->r);
  EACH_HEAD (head, f)
    drop_parameter(f, head, index, text);
  EACH_ALIKE (at, &f->t->spellings, f->first->name)
    drop_argument(f, at, index);
}

/* Can it go without anything in its place? */
static bool is_unused(template_family *f, uint32_t index)
{
  EACH_HEAD (head, f) {
    if (!template_has_parameters(f, head))
      continue;
    template_parameter of = template_parameter_of(f->r, f->list.data[index]);
    if (of.name == MAP_NONE)
      continue;
    EACH_MENTIONED (at, f, head, of.name)
      return false;
  }
  return true;
}

/* ---- rules ---- */

static void offer_unused(template_family *f, uint32_t index,
                         const template_parameter *of)
{
  if (!of->pack && is_unused(f, index))
    offer(f, index, NULL);
}

void rewrite_template_unused(rewriter *r)
{
  template_for_each(r, offer_unused);
}

static const char *argument_of(template_family *f, uint32_t index,
                               const template_parameter *of)
{
  const char *text = first_argument(f, index);
  if (!text && of->initial < of->at.end)
    return spelled_text(f->r, of->initial, of->at.end);
  return text ? text : deduced(f, of);
}

static void offer_argument(template_family *f, uint32_t index,
                           const template_parameter *of)
{
  const char *text = argument_of(f, index, of);
  if (text && !of->pack && !is_unused(f, index))
    offer(f, index, text);
}

void rewrite_template_argument(rewriter *r)
{
  template_for_each(r, offer_argument);
}

static void offer_int(template_family *f, uint32_t index,
                      const template_parameter *of)
{
  const char *argument = argument_of(f, index, of);
  const char *text = of->type ? "int" : "0";
  if (!of->pack && !is_unused(f, index) &&
      (!argument || strcmp(argument, text) != 0))
    offer(f, index, text);
}

void rewrite_template_int(rewriter *r)
{
  template_for_each(r, offer_int);
}
