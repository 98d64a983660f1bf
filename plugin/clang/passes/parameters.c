/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Removes parameters from every declaration of the function, together with the
 * arguments of every call.
 *
 * Dropping only the parameter would break the calls, so all places change at
 * once. Its uses in the body determine the rest: if there are none, nothing
 * else changes; otherwise they become a phrase or another variable, or the
 * parameter becomes a variable itself. The same applies to old parameter lists
 * and to functions that are only declared. A parameter that is cast at each use can
 * have that type itself, and lose the casts.
 */
#include <string.h>

#include "entities.h"

/* Would `...` be left without a parameter before it? */
static bool strands_ellipsis(const rewriter *r, uint32_t list)
{
  uint32_t second = entity_element(r, list, 1);
  return rewrite_kind(r, second) == KIND_TOKEN && entity_count(r, list) == 2;
}

static bool can_drop(const rewriter *r, const entity_function *f,
                     uint32_t index)
{
  EACH_MENTION (leaf, r, f->symbol)
    if (index == 0 && rewrite_kind(r, leaf) == KIND_DECLARED &&
        strands_ellipsis(r, entity_parameter_list(r, leaf)))
      return false;
  return true;
}

static void drop_everywhere(rewriter *r, const entity_function *f,
                            uint32_t index)
{
  EACH_MENTION (leaf, r, f->symbol) {
    uint32_t call = entity_call(r, leaf);
    uint32_t element =
        call == NODE_NONE
            ? entity_element(r, entity_parameter_list(r, leaf), index)
            : entity_argument(r, call, index);
    if (element != NODE_NONE)
      rewrite_drop(r, element);
  }
}

/* The target of an offer. */
struct place {
  const entity_function *f;
  const entity_parameter *parameter;
  uint32_t index;
  map taken; /* names at file scope */
};

typedef void offer_fn(rewriter *r, const struct place *place);

/* Drops the parameter everywhere except in the body. */
static void drop_parameter(rewriter *r, const struct place *place)
{
  drop_everywhere(r, place->f, place->index);
  if (place->parameter->old != NODE_NONE)
    declared_drop(r, place->parameter->old);
}

/* Calls back for every parameter of a function that can be dropped. */
static void for_each_parameter(rewriter *r, offer_fn *offer)
{
  entity_function f;
  entity_parameter parameter;
  struct place place = { .f = &f, .parameter = &parameter };
  entity_taken_names(&place.taken, r);
  EACH_SYMBOL (i, r) {
    if (!entity_function_of(&f, r, i) || f.name == NODE_NONE)
      continue;
    for (place.index = 0;
         entity_parameter_at(&parameter, r, f.name, place.index); place.index++)
      if (can_drop(r, &f, place.index))
        offer(r, &place);
  }
  map_free(&place.taken);
}

/* ---- without uses ---- */

static void offer_unused(rewriter *r, const struct place *place)
{
  const entity_parameter *parameter = place->parameter;
  if (parameter->uses)
    return;
  rewrite_open(r);
  drop_parameter(r, place);
}

void rewrite_unused_parameter(rewriter *r)
{
  for_each_parameter(r, offer_unused);
}

/* ---- of functions that are pointed to ---- */

/* The type of the function that the symbol is, or points to. */
static CXType function_type(const rewriter *r, uint32_t symbol)
{
  CXType type = clang_getCursorType(rewrite_fact(r, symbol)->canonical);
  type = clang_getCanonicalType(type);
  return type.kind == CXType_Pointer ? clang_getPointeeType(type) : type;
}

/* The name in the definition of a function that is used otherwise than by calls;
 * or NODE_NONE. */
static uint32_t pointed_definition(const rewriter *r, uint32_t symbol)
{
  uint32_t definition = NODE_NONE;
  bool is_pointed = false;
  if (rewrite_fact(r, symbol)->kind != RD_SYMBOL_FUNCTION)
    return NODE_NONE;
  EACH_MENTION (leaf, r, symbol)
    if (rewrite_kind(r, leaf) != KIND_DECLARED)
      is_pointed |= entity_call(r, leaf) == NODE_NONE;
    else if (rewrite_kind(r, declared_owner(r, leaf)) == KIND_FUNCTION)
      definition = leaf;
  return is_pointed ? definition : NODE_NONE;
}

/* Does no declaration of this type name a parameter that is used? */
static bool none_uses(const rewriter *r, CXType type, uint32_t index)
{
  entity_parameter parameter;
  EACH_SYMBOL (i, r) {
    if (!clang_equalTypes(function_type(r, i), type))
      continue;
    EACH_MENTION (leaf, r, i)
      if (rewrite_kind(r, leaf) == KIND_DECLARED &&
          (!entity_parameter_at(&parameter, r, leaf, index) || parameter.uses ||
           parameter.old != NODE_NONE))
        return false;
  }
  return true;
}

/* All functions of the type, and all pointers to such, lose the parameter. */
void rewrite_pointed_parameter(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    uint32_t leaf = pointed_definition(r, i);
    entity_parameter parameter;
    for (uint32_t index = 0;
         leaf != NODE_NONE && entity_parameter_at(&parameter, r, leaf, index);
         index++) {
      if (!none_uses(r, function_type(r, i), index))
        continue;
      rewrite_open(r);
      EACH_SYMBOL (other, r) {
        const entity_function f = { .symbol = other };
        if (clang_equalTypes(function_type(r, other), function_type(r, i)))
          drop_everywhere(r, &f, index);
      }
    }
  }
}

/* ---- the uses become something else ---- */

/* Is it the pointer in `*p`, `p[i]` or `p->f`? */
static bool leads(const rewriter *r, uint32_t node)
{
  uint32_t parent = rewrite_at(r, node)->parent;
  syntax_kind kind = rewrite_kind(r, parent);
  return kind == KIND_DEREFERENCE ||
         (rewrite_at(r, parent)->child == node &&
          (kind == KIND_SUBSCRIPT || kind == KIND_MEMBER));
}

/* What a phrase is put for: the name, or the value that it leads to (`*p`,
 * `p->f`), since a null pointer would lead nowhere. */
static uint32_t value_at(rewriter *r, uint32_t leaf)
{
  uint32_t found = leaf, at = leaf;
  for (;;) {
    uint32_t parent = rewrite_at(r, at)->parent;
    bool leads_on = leads(r, at);
    if (!leads_on && rewrite_kind(r, parent) != KIND_PARENS)
      return found;
    at = parent;
    if (leads_on && entity_phrase(r, at))
      found = at;
  }
}

/* Replaces all uses of the symbol by the text, or each by the phrase of its
 * place. */
static void replace_uses(rewriter *r, uint32_t symbol, const char *text)
{
  uint32_t last = NODE_NONE;
  EACH_MENTION (leaf, r, symbol) {
    if (rewrite_kind(r, leaf) != KIND_NAME ||
        (last != NODE_NONE && rewrite_is_inside(r, leaf, last)))
      continue;
    last = text ? leaf : value_at(r, leaf);
    rewrite_text(r, last, text ? text : entity_phrase(r, last));
  }
}

/* Is there a phrase for the name, or for the value that it leads to? A store
 * through a null pointer is no better than one to a variable. */
static bool has_phrase(rewriter *r, uint32_t leaf)
{
  uint32_t value = value_at(r, leaf);
  return rewrite_kind(r, leaf) == KIND_NAME && entity_phrase(r, value) &&
         (value != leaf || !leads(r, leaf));
}

static bool has_phrases(rewriter *r, uint32_t symbol)
{
  EACH_MENTION (leaf, r, symbol)
    if (rewrite_kind(r, leaf) != KIND_DECLARED && !has_phrase(r, leaf))
      return false;
  return true;
}

/* Drops a parameter that is used, and puts the text, or if it is NULL a phrase,
 * for each use. */
static void offer_text(rewriter *r, const struct place *place, const char *text)
{
  const entity_parameter *parameter = place->parameter;
  if (!parameter->uses || !has_phrases(r, parameter->symbol))
    return;
  rewrite_open(r);
  drop_parameter(r, place);
  replace_uses(r, parameter->symbol, text);
}

static void offer_value(rewriter *r, const struct place *place)
{
  offer_text(r, place, NULL);
}

void rewrite_parameter_value(rewriter *r)
{
  for_each_parameter(r, offer_value);
}

/* Does the expression mean the same in another function: numbers, and what is
 * declared at file scope, without effects? A name alone is for another rule. */
static bool is_global(const rewriter *r, uint32_t expression)
{
  if (rewrite_kind(r, expression) == KIND_NAME)
    return false;
  EACH_BELOW (at, r, expression)
    switch (rewrite_kind(r, at)) {
    case KIND_NAME: {
      uint32_t symbol = rewrite_symbol(r, at);
      if (symbol == FACT_NONE ||
          (rewrite_fact(r, symbol)->flags & RD_SYMBOL_LOCAL))
        return false;
      break;
    }
    case KIND_CALL:
    case KIND_ASSIGN:
    case KIND_POSTFIX:
    case KIND_STATEMENT_EXPRESSION:
    case KIND_LAMBDA:
      return false;
    default:
      break;
    }
  return true;
}

/* The argument of all calls, if it is the same; NODE_NONE: it is not. */
static uint32_t same_argument(const rewriter *r, const struct place *place)
{
  uint32_t first = NODE_NONE;
  EACH_MENTION (leaf, r, place->f->symbol) {
    uint32_t call = entity_call(r, leaf);
    if (call == NODE_NONE)
      continue;
    uint32_t argument = entity_argument(r, call, place->index);
    if (argument == NODE_NONE ||
        (first != NODE_NONE && !shape_equal(r, first, argument)))
      return NODE_NONE;
    first = argument;
  }
  return first;
}

/* `p->f`, `*p` and `p` become `x.f`, `x` and `&x`. */
static void use_object(rewriter *r, uint32_t use, const char *object)
{
  uint32_t around = rewrite_at(r, use)->parent;
  uint32_t arrow = shape_leaf(r, around, WORD_ARROW, 0);
  if (rewrite_kind(r, around) == KIND_DEREFERENCE) {
    rewrite_text(r, around, object);
  } else if (arrow != NODE_NONE) {
    rewrite_text(r, use, object);
    rewrite_text(r, arrow, ".");
  } else {
    rewrite_print(r, use, shape_has_suffix(r, use) ? "(&%s)" : "&%s", object);
  }
}

/* Drops a parameter that is always the address of this object. */
static void offer_object(rewriter *r, const struct place *place,
                         const char *object)
{
  rewrite_open(r);
  drop_parameter(r, place);
  EACH_MENTION (leaf, r, place->parameter->symbol)
    if (rewrite_kind(r, leaf) == KIND_NAME)
      use_object(r, leaf, object);
}

/* The declaration of a local variable that can stand before the function, where
 * nothing else has its name; NODE_NONE: there is none. */
static uint32_t movable(const rewriter *r, const struct place *place,
                        uint32_t name)
{
  uint32_t symbol =
      rewrite_kind(r, name) == KIND_NAME ? rewrite_symbol(r, name) : FACT_NONE;
  uint32_t leaf =
      symbol == FACT_NONE ? NODE_NONE : rewrite_mention(r, symbol, 0);
  if (leaf == NODE_NONE || !rewrite_declares(r, leaf) ||
      rewrite_fact(r, symbol)->kind != RD_SYMBOL_VARIABLE ||
      entity_is_taken(&place->taken, rewrite_fact(r, symbol)->name))
    return NODE_NONE;
  uint32_t owner = declared_owner(r, leaf);
  uint32_t with =
      rewrite_child_of_kind(r, declared_declarator(r, leaf), KIND_WITH_VALUE);
  bool can = rewrite_kind(r, owner) == KIND_DECLARATION &&
             shape_is_listed(r, owner) && declared_is_alone(r, leaf) &&
             (with == NODE_NONE || entity_is_constant(r, with));
  return can ? owner : NODE_NONE;
}

/* Drops a parameter that is always the address of the object; of a local variable
 * that moves out for that. */
static void offer_address(rewriter *r, const struct place *place,
                          uint32_t object)
{
  bool global = is_global(r, rewrite_at(r, object)->parent);
  uint32_t owner = global ? NODE_NONE : movable(r, place, object);
  uint32_t first = rewrite_first_leaf(
      r, declared_owner(r, rewrite_mention(r, place->f->symbol, 0)));
  if (!place->parameter->uses || (!global && owner == NODE_NONE))
    return;
  offer_object(r, place, rewrite_source(r, object));
  if (owner == NODE_NONE)
    return;
  rewrite_print(r, first, "%s %s", rewrite_source(r, owner),
                rewrite_source(r, first));
  rewrite_drop(r, owner);
}

static void offer_constant(rewriter *r, const struct place *place)
{
  uint32_t argument = same_argument(r, place);
  if (argument == NODE_NONE)
    return;
  uint32_t object = rewrite_child(r, argument, 1);
  bool address = rewrite_kind(r, argument) == KIND_UNARY &&
                 rewrite_word(r, rewrite_child(r, argument, 0)) == WORD_AND &&
                 shape_is_primary(r, object);
  if (address && place->parameter->uses)
    offer_address(r, place, object);
  else if (is_global(r, argument))
    offer_text(r, place,
               shape_in_parens(r, argument, rewrite_source(r, argument)));
}

void rewrite_parameter_constant(rewriter *r)
{
  for_each_parameter(r, offer_constant);
}

static void offer_variable(rewriter *r, const struct place *place)
{
  const entity_parameter *parameter = place->parameter;
  const char *names[2];
  if (!parameter->uses)
    return;
  size_t count =
      entity_variables(names, 2, r, parameter->symbol, parameter->element);
  for (size_t i = 0; i < count; i++) {
    rewrite_open(r);
    drop_parameter(r, place);
    replace_uses(r, parameter->symbol, names[i]);
  }
}

void rewrite_parameter_variable(rewriter *r)
{
  for_each_parameter(r, offer_variable);
}

/* ---- the type of the uses ---- */

/* The type, in parentheses, of the cast around each use; NULL: they differ, or it
 * cannot stand before a name. */
static const char *cast_of_uses(rewriter *r, uint32_t symbol)
{
  uint32_t type = NODE_NONE;
  EACH_MENTION (leaf, r, symbol) {
    uint32_t cast = rewrite_at(r, leaf)->parent;
    if (rewrite_kind(r, leaf) == KIND_DECLARED)
      continue;
    if (rewrite_kind(r, cast) != KIND_CAST ||
        (type != NODE_NONE && !shape_equal(r, type, rewrite_child(r, cast, 0))))
      return NULL;
    type = rewrite_child(r, cast, 0);
  }
  const char *text = type == NODE_NONE ? NULL : rewrite_source(r, type);
  return text && !strpbrk(text + 1, "([") ? text : NULL;
}

/* The argument becomes one of the type. */
static void cast_argument(rewriter *r, uint32_t argument, const char *type)
{
  syntax_kind kind = rewrite_kind(r, argument);
  if (kind == KIND_CAST)
    rewrite_text(r, rewrite_child(r, argument, 0), type);
  else if (kind != KIND_LITERAL)
    rewrite_print(r, argument, "%s%s", type,
                  shape_in_parens(r, argument, rewrite_source(r, argument)));
}

static void offer_cast(rewriter *r, const struct place *place)
{
  const entity_parameter *parameter = place->parameter;
  if (!parameter->uses || parameter->old != NODE_NONE)
    return;
  const char *type = cast_of_uses(r, parameter->symbol);
  if (!type)
    return;
  int size = (int)strlen(type) - 2;
  rewrite_open(r);
  EACH_MENTION (leaf, r, place->f->symbol) {
    uint32_t call = entity_call(r, leaf);
    if (call != NODE_NONE)
      cast_argument(r, entity_argument(r, call, place->index), type);
    else
      rewrite_print(
          r, entity_element(r, entity_parameter_list(r, leaf), place->index),
          "%.*s %s", size, type + 1, rewrite_fact(r, parameter->symbol)->name);
  }
  EACH_MENTION (leaf, r, parameter->symbol)
    if (rewrite_kind(r, leaf) != KIND_DECLARED) {
      uint32_t cast = rewrite_at(r, leaf)->parent;
      uint32_t around = rewrite_at(r, cast)->parent;
      rewrite_lift(r, rewrite_kind(r, around) == KIND_PARENS ? around : cast,
                   leaf);
    }
}

void rewrite_parameter_cast(rewriter *r)
{
  for_each_parameter(r, offer_cast);
}

/* ---- the parameter becomes a variable ---- */

/* Inserts declarations at the beginning of the body. */
static void declare_inside(rewriter *r, uint32_t definition, const char *text)
{
  uint32_t body = rewrite_child_in_role(r, definition, ROLE_BODY);
  rewrite_print(r, rewrite_child(r, body, 0), "{ %s", text);
}

/* Can it be declared without what it is bound to, and outside of a template? */
static bool is_global_type(const rewriter *r, uint32_t element)
{
  EACH_BELOW (at, r, element) {
    if (!rewrite_has_tokens(r, at) || rewrite_at(r, at)->child != NODE_NONE)
      continue;
    word w = rewrite_word(r, at);
    uint32_t symbol = rewrite_symbol(r, at);
    if (w == WORD_AND || w == WORD_AND_AND || w == WORD_ELLIPSIS ||
        w == WORD_AUTO ||
        (symbol != FACT_NONE &&
         rewrite_fact(r, symbol)->kind == RD_SYMBOL_TEMPLATE_PARAMETER))
      return false;
  }
  return true;
}

/* First without `int`, if the declaration has no other specifier. */
static void offer_global(rewriter *r, const struct place *place)
{
  const entity_parameter *parameter = place->parameter;
  if (!parameter->uses || place->f->definition == NODE_NONE ||
      (r->s->cxx && !is_global_type(r, parameter->element)))
    return;
  const char *text = entity_parameter_text(r, parameter);
  const char *name = rewrite_fact(r, parameter->symbol)->name;
  if (!text || entity_is_taken(&place->taken, name))
    return;
  uint32_t first = rewrite_first_leaf(r, place->f->definition);
  bool may_skip = !strncmp(text, "int ", 4) && build_permits_implicit_int(r->b);
  for (size_t skip = may_skip ? 4 : 0;; skip = 0) {
    rewrite_open(r);
    drop_parameter(r, place);
    rewrite_print(r, first, "%s; %s", text + skip, rewrite_source(r, first));
    if (!skip)
      break;
  }
}

void rewrite_parameter_global(rewriter *r)
{
  for_each_parameter(r, offer_global);
}

/* ---- all of a function ---- */

/* Declares local variables for the used parameters that have no phrase; NULL if
 * one of them cannot be declared. */
static const char *declare_needed(rewriter *r, const entity_function *f)
{
  const char *text = "";
  entity_parameter parameter;
  for (uint32_t i = 0; entity_parameter_at(&parameter, r, f->name, i); i++) {
    if (!parameter.uses || has_phrases(r, parameter.symbol))
      continue;
    const char *variable = entity_parameter_text(r, &parameter);
    if (!variable)
      return NULL;
    text = rewrite_format(r, "%s%s; ", text, variable);
  }
  return text;
}

static void drop_lists(rewriter *r, const entity_function *f)
{
  EACH_MENTION (leaf, r, f->symbol) {
    uint32_t call = entity_call(r, leaf);
    uint32_t list = call == NODE_NONE
                        ? entity_parameter_list(r, leaf)
                        : rewrite_child_of_kind(r, call, KIND_ARGUMENTS);
    if (rewrite_has_tokens(r, list))
      rewrite_drop(r, list);
  }
  uint32_t old = rewrite_child_of_kind(r, f->definition, KIND_OLD_PARAMETERS);
  if (rewrite_has_tokens(r, old))
    rewrite_drop(r, old);
}

static void offer_none(rewriter *r, const entity_function *f)
{
  entity_parameter parameter;
  const char *variables = declare_needed(r, f);
  if (!variables)
    return;
  rewrite_open(r);
  drop_lists(r, f);
  for (uint32_t i = 0; entity_parameter_at(&parameter, r, f->name, i); i++)
    if (parameter.uses && has_phrases(r, parameter.symbol))
      replace_uses(r, parameter.symbol, NULL);
  if (*variables)
    declare_inside(r, f->definition, variables);
}

/* Other rules handle a single parameter, or only unused ones. */
void rewrite_no_parameters(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    entity_function f;
    entity_parameter parameter;
    if (!entity_function_of(&f, r, i) || f.definition == NODE_NONE)
      continue;
    size_t uses = 0;
    uint32_t at = 0;
    for (; entity_parameter_at(&parameter, r, f.name, at); at++)
      uses += parameter.uses;
    if (uses && at > 1)
      offer_none(r, &f);
  }
}
