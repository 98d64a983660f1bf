/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Templates lose parameters, and become plain at last.
 *
 * A parameter goes from every declaration of the template, its argument from
 * every use; where it is mentioned, something else stands: its first argument,
 * its default, int or 0. Members defined outside of a class template repeat its
 * parameters and go along. When the last parameter goes, so do the words around
 * it, and the explicit specialisations, which have nothing left to specialise.
 * Of a library and a program with classes of its own, the argument is mostly
 * declared behind the template, which then moves to where it is used first.
 */
#include <string.h>

#include "classes.h"
#include "templates.h"

/* Does the part name a parameter of a template around it? */
static bool is_dependent(const template_family *f, span part)
{
  const rewriter *r = f->r;
  spans list = { 0 };
  bool found = false;
  for (size_t i = 0; i < f->t->heads.size; i++) {
    const template_head *head = &f->t->heads.data[i];
    if (part.begin < head->begin || part.end > head->end ||
        !spelled_list(&list, r, head->begin + 1))
      continue;
    for (size_t j = 0; j < list.size; j++) {
      uint32_t name = template_parameter_of(r, list.data[j]).name;
      for (uint32_t at = part.begin; at < part.end && name != MAP_NONE; at++)
        found |= shape_equal(r, spelled_leaf(r, at), spelled_leaf(r, name));
    }
  }
  ARRAY_FREE(&list);
  return found;
}

/* Does the name declare the template, or a specialisation? */
static bool is_declared(const template_family *f, uint32_t at)
{
  EACH_HEAD (head, f)
    if (head->name == at)
      return true;
  return false;
}

/* Argument number `index` of the first use: outside of templates, or one that
 * does not depend on them; NULL: there is none. */
static const char *first_argument(template_family *f, uint32_t index)
{
  span found = { 0 };
  EACH_ALIKE (at, &f->t->spellings, f->first->name) {
    bool inside = f->t->inside[at];
    if ((inside && (found.end || is_declared(f, at))) ||
        !template_has_arguments(f, at) || f->list.size <= index)
      continue;
    if (!inside) {
      found = f->list.data[index];
      break;
    }
    if (!is_dependent(f, f->list.data[index]))
      found = f->list.data[index];
  }
  return found.end ? spelled_text(f->r, found.begin, found.end) : NULL;
}

/* ---- what a call deduces ---- */

/* The type of a function's parameter, without & and the own name. */
static span type_of(const rewriter *r, span of)
{
  uint32_t least = of.begin + 1 + spelled_is(r, of.begin, "const");
  of.end -= of.end > least && spelled_is_name(r, of.end - 1) &&
            !spelled_is(r, of.end - 2, "::");
  of.end -= of.end > least &&
            (spelled_is(r, of.end - 1, "&") || spelled_is(r, of.end - 1, "&&"));
  return of;
}

/* The number of the first function parameter with the name in its type, which is
 * *type_out; or MAP_NONE. */
static uint32_t deducing_parameter(span *type_out, template_family *f,
                                   uint32_t name)
{
  const rewriter *r = f->r;
  if (!spelled_is(r, f->first->name + 1, "(") ||
      !spelled_list(&f->list, r, f->first->name + 1))
    return MAP_NONE;
  for (uint32_t i = 0; i < f->list.size; i++) {
    *type_out = type_of(r, f->list.data[i]);
    for (uint32_t at = type_out->begin; at < type_out->end; at++)
      if (shape_equal(r, spelled_leaf(r, at), spelled_leaf(r, name)))
        return i;
  }
  return MAP_NONE;
}

/* Behind the template argument that begins there, or before its last `*`. */
static const char *behind_argument(const char *begin, bool before_star)
{
  const char *at = begin;
  for (int depth = 0; *at && (depth || !strchr(",>", *at)); at++)
    depth += (strchr("<([", *at) != NULL) - (strchr(">)]", *at) != NULL);
  const char *star = memrchr(begin, '*', (size_t)(at - begin));
  return before_star && star ? star : at;
}

/* What stands in the type where the parameter's tokens have the name; NULL: they are
 * not alike, or it is no one thing. */
static const char *matched(template_family *f, span of, uint32_t name,
                           const char *type)
{
  rewriter *r = f->r;
  const char *at = type, *found = NULL;
  if (spelled_is(r, of.begin, "const")) { /* the argument need not be */
    at += strncmp(at, "const ", 6) == 0 ? 6 : 0;
    of.begin++;
  }
  for (uint32_t i = of.begin; i < of.end; i++) {
    at += strspn(at, " ");
    if (shape_equal(r, spelled_leaf(r, i), spelled_leaf(r, name))) {
      const char *end =
          behind_argument(at, i + 1 < of.end && spelled_is(r, i + 1, "*"));
      const char *text = rewrite_format(r, "%.*s", (int)(end - at), at);
      if (!*text || (found && strcmp(found, text) != 0))
        return NULL;
      found = text;
      at = end;
      continue;
    }
    const char *spelling = spelled_text(r, i, i + 1);
    if (strncmp(at, spelling, strlen(spelling)) != 0)
      return NULL;
    at += strlen(spelling);
  }
  return at[strspn(at, " &")] ? NULL : found;
}

/* What the first call outside of templates deduces, or NULL. */
static const char *deduced(template_family *f, const template_parameter *of)
{
  span parameter;
  uint32_t index = of->name != MAP_NONE
                       ? deducing_parameter(&parameter, f, of->name)
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
      return matched(f, parameter, of->name, type->name);
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

/* The number of the declaration's own parameter for one of the template, or MAP_NONE. They
 * are in `list`. A partial specialisation may name one as its argument, at
 * *argument_out. */
static uint32_t own_parameter(uint32_t *argument_out, template_family *f,
                              const template_head *head, uint32_t index)
{
  *argument_out = MAP_NONE;
  if (template_has_parameters(f, head))
    return index;
  if (!head->special || !template_has_arguments(f, head->name) ||
      f->list.size <= index)
    return MAP_NONE;
  span argument = f->list.data[index];
  if (argument.end != argument.begin + 1 ||
      !spelled_list(&f->list, f->r, head->begin + 1))
    return MAP_NONE;
  for (uint32_t i = 0; i < f->list.size; i++) {
    uint32_t name = template_parameter_of(f->r, f->list.data[i]).name;
    if (name != MAP_NONE && shape_equal(f->r, spelled_leaf(f->r, name),
                                        spelled_leaf(f->r, argument.begin))) {
      *argument_out = argument.begin;
      return i;
    }
  }
  return MAP_NONE;
}

/* Drops the declaration's own parameter for one of the template. */
static void drop_parameter(template_family *f, const template_head *head,
                           uint32_t index, const char *text)
{
  rewriter *r = f->r;
  uint32_t open = head->begin + 1, argument;
  if (is_void(f, head)) {
    spelled_drop(r, head->begin, head->end);
    return;
  }
  uint32_t own = own_parameter(&argument, f, head, index);
  if (own == MAP_NONE)
    return;
  template_parameter of = template_parameter_of(r, f->list.data[own]);
  if (text && of.name != MAP_NONE)
    EACH_MENTIONED (at, f, head, of.name)
      if (at != argument)
        rewrite_text(r, spelled_leaf(r, at), text);
  if (f->parameters.size > 1)
    spelled_drop_item(r, &f->list, own);
  else
    spelled_drop(r, head->begin, spelled_behind(r, open));
}

/* ---- moving ---- */

/* Behind the class of the name, if that is declared behind the template; or 0. */
static uint32_t behind_class(const template_family *f, const char *name)
{
  class_head head;
  EACH_SPELLED (at, &f->t->spellings, name)
    if (at > f->first->end && class_named(&head, f->r, at))
      return head.close + 1;
  return 0;
}

/* The first declaration beside the template that mentions it; NODE_NONE: that is an
 * instantiation, or the template is declared twice or mentions itself with
 * arguments. */
static uint32_t first_user(const template_family *f)
{
  const rewriter *r = f->r;
  uint32_t own = spelled_element(r, f->first->begin);
  EACH_HEAD (head, f)
    if (head != f->first)
      return NODE_NONE;
  EACH_ALIKE (at, &f->t->spellings, f->first->name) {
    uint32_t node = spelled_leaf(r, at);
    if (at == f->first->name ||
        (at < f->first->end && !spelled_is(r, at + 1, "<")))
      continue;
    while (node != NODE_NONE && own != NODE_NONE &&
           rewrite_at(r, node)->parent != rewrite_at(r, own)->parent)
      node = rewrite_at(r, node)->parent;
    return node == own || is_instantiation(r, at) ? NODE_NONE : node;
  }
  return NODE_NONE;
}

/* The declaration without the parameter. */
static const char *instantiated(template_family *f, uint32_t index,
                                const char *text)
{
  rewriter *r = f->r;
  span rest = { spelled_behind(r, f->first->begin + 1), f->first->end };
  template_parameter of = template_parameter_of(r, f->parameters.data[index]);
  const char *head = "",
             *declared = of.name == MAP_NONE
                             ? spelled_text(r, rest.begin, rest.end)
                             : spelled_renamed(r, rest, of.name, text);
  for (uint32_t i = 0; i < f->parameters.size; i++)
    if (i != index)
      head = rewrite_format(r, "%s%s%s", head, *head ? ", " : "",
                            spelled_text(r, f->parameters.data[i].begin,
                                         f->parameters.data[i].end));
  return *head ? rewrite_format(r, "template <%s> %s", head, declared)
               : declared;
}

/* Where the template has to move for that argument, or NODE_NONE. */
static uint32_t place_for(const template_family *f, const char *text)
{
  uint32_t behind = behind_class(f, text);
  uint32_t user = behind ? first_user(f) : NODE_NONE;
  return user != NODE_NONE && rewrite_at(f->r, user)->first >= behind
             ? user
             : NODE_NONE;
}

static void move(template_family *f, uint32_t index, const char *text,
                 uint32_t place)
{
  rewriter *r = f->r;
  uint32_t leaf = rewrite_first_leaf(r, place);
  rewrite_print(r, leaf, "%s %s", instantiated(f, index, text),
                rewrite_source(r, leaf));
  rewrite_drop(r, spelled_element(r, f->first->begin));
}

static void offer(template_family *f, uint32_t index, const char *text)
{
  uint32_t place = text ? place_for(f, text) : NODE_NONE;
  rewrite_open(f->r);
  if (place != NODE_NONE)
    move(f, index, text, place);
  else
    EACH_HEAD (head, f)
      drop_parameter(f, head, index, text);
  EACH_ALIKE (at, &f->t->spellings, f->first->name)
    if (place == NODE_NONE || at > f->first->end)
      drop_argument(f, at, index);
}

/* Can it go without anything in its place? */
static bool is_unused(template_family *f, uint32_t index)
{
  EACH_HEAD (head, f) {
    uint32_t argument, own = own_parameter(&argument, f, head, index);
    if (own == MAP_NONE)
      continue;
    template_parameter of = template_parameter_of(f->r, f->list.data[own]);
    if (of.name == MAP_NONE)
      continue;
    EACH_MENTIONED (at, f, head, of.name)
      if (at != argument)
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
