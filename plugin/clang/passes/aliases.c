/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What names a type: aliases give way to the type, and types to auto.
 *
 * An alias is `using A = T;`, or `typedef T A;` within a class or namespace,
 * where its uses may be qualified. A use goes with what qualifies it, so that
 * `typename a<int>::b` becomes the type that `b` names. Where that names
 * parameters of `a`, or of an alias that is a template, the arguments of the
 * use stand for them. The bounds of an array move behind what a use declares.
 */
#include "classes.h"
#include "templates.h"

/* An alias: its declaration, its name, its type, what the uses would cost. */
struct alias {
  uint32_t node, name;
  bool alone;       /* no other alias has the name */
  bool is_template; /* itself */
  uint32_t owner;   /* the class that it is a member of, or MAP_NONE */
  span type, bounds;
  uint32_t uses;
  int64_t growth;
};

/* A use: [begin, end), with the name at `at`, gives way to the type. */
struct use {
  uint32_t begin, at, end;
};

/* All aliases of a text; the rest is of the one, and of the use, that was
 * looked at last. */
struct aliases {
  rewriter *r;
  templates t;
  spans parameters, arguments;
};

/* ---- finding ---- */

static bool find_using(struct alias *out, const rewriter *r, uint32_t at)
{
  uint32_t end = rewrite_at(r, out->node)->end - 1;
  if (!spelled_is_name(r, at + 1) || !spelled_is(r, at + 2, "="))
    return false;
  out->name = at + 1;
  out->type = (span){ at + 3, end };
  return true;
}

/* Not those with a declarator around the name other than an array. */
static bool find_typedef(struct alias *out, const rewriter *r, uint32_t at)
{
  uint32_t end = rewrite_at(r, out->node)->end - 1, name = end - 1;
  while (spelled_is(r, name, "]") && spelled_open(r, name) < name)
    name = spelled_open(r, name) - 1;
  out->name = name;
  out->type = (span){ at + 1, name };
  out->bounds = (span){ name + 1, end };
  for (uint32_t i = at + 1; i < name; i++)
    if (spelled_is(r, i, "{") || spelled_is(r, i, ";") ||
        (spelled_is(r, i, ",") && r->f->declares[r->s->visible[i - 1]]))
      return false;
  return spelled_is_name(r, name);
}

/* The class around the position whose members are spelled NAME::... or
 * NAME<...>::...; MAP_NONE if a specialisation has the name too. */
static uint32_t owner_of(const struct aliases *a, uint32_t at)
{
  uint32_t owner = MAP_NONE;
  class_head class;
  EACH_CLASS (&class, a->r)
    if (class.open < at && at < class.close)
      owner = class.name;
  for (size_t i = 0; owner != MAP_NONE && i < a->t.heads.size; i++)
    if (a->t.heads.data[i].special &&
        a->t.heads.data[i].name_id == spellings_first(&a->t.spellings, owner))
      return MAP_NONE;
  return owner;
}

/* The parameters that the type may name: those of the alias, or of its class. */
static void find_parameters(struct aliases *a, const struct alias *of)
{
  uint32_t name = of->is_template ? of->name : of->owner;
  a->parameters.size = 0;
  for (size_t i = 0; name != MAP_NONE && i < a->t.heads.size; i++)
    if (a->t.heads.data[i].name == name)
      spelled_list(&a->parameters, a->r, a->t.heads.data[i].begin + 1);
}

static bool find_alias(struct alias *out, struct aliases *a, uint32_t at)
{
  const rewriter *r = a->r;
  bool is_using = spelled_is(r, at, "using");
  if (!is_using && !spelled_is(r, at, "typedef"))
    return false;
  uint32_t open = at ? spelled_open(r, at - 1) : 0;
  bool is_template =
      is_using && open && open < at - 1 && spelled_is(r, open - 1, "template");
  *out =
      (struct alias){ .node = spelled_element(r, is_template ? open - 1 : at),
                      .is_template = is_template };
  if (out->node == NODE_NONE ||
      !spelled_is(r, rewrite_at(r, out->node)->end - 1, ";") ||
      !(is_using ? find_using(out, r, at) : find_typedef(out, r, at)))
    return false;
  out->owner = owner_of(a, at);
  find_parameters(a, out);
  return out->type.begin < out->type.end;
}

/* ---- uses ---- */

/* Where the use at the position begins, with what qualifies it. */
static uint32_t begin_of(const rewriter *r, uint32_t at)
{
  uint32_t begin = spelled_chain(r, at);
  return begin < at && begin && spelled_is(r, begin - 1, "typename") ? begin - 1
                                                                     : begin;
}

/* The name before the `::` before the position, or MAP_NONE; the arguments
 * between them are noted. */
static uint32_t qualifier(struct aliases *a, uint32_t at)
{
  if (at < 2 || !spelled_is(a->r, at - 1, "::"))
    return MAP_NONE;
  uint32_t open = spelled_open(a->r, at - 2);
  if (open == at - 2)
    return at - 2;
  spelled_list(&a->arguments, a->r, open);
  return open ? open - 1 : MAP_NONE;
}

/* Can the names of a type be followed by `::`? */
static bool is_path(const rewriter *r, span type)
{
  return (spelled_is_name(r, type.begin) ||
          spelled_is(r, type.begin, "typename")) &&
         (spelled_is_name(r, type.end - 1) || spelled_is(r, type.end - 1, ">"));
}

static bool is_use(struct aliases *a, const struct alias *of, uint32_t at)
{
  const rewriter *r = a->r;
  uint32_t use = r->s->visible[at], own = r->s->visible[of->name];
  a->arguments.size = 0;
  uint32_t outer = qualifier(a, at);
  bool known =
      (r->f->names[use] != FACT_NONE && r->f->names[use] == r->f->names[own]) ||
      (outer != MAP_NONE && of->owner != MAP_NONE &&
       shape_equal(r, spelled_leaf(r, outer), spelled_leaf(r, of->owner)));
  return at != of->name && !r->f->declares[use] && (of->alone || known) &&
         spelled_can_mean(r, at, of->name) && !spelled_is(r, at - 1, ".") &&
         !spelled_is(r, at - 1, "->");
}

/* May the bounds of an array stand behind the name at the position? */
static bool takes_bounds(const rewriter *r, uint32_t at)
{
  return spelled_is_name(r, at) &&
         (spelled_is(r, at + 1, ";") || spelled_is(r, at + 1, "=") ||
          spelled_is(r, at + 1, "{"));
}

/* Its arguments are noted. */
static bool find_use(struct use *out, struct aliases *a, const struct alias *of,
                     uint32_t at)
{
  const rewriter *r = a->r;
  if (!at || !is_use(a, of, at))
    return false;
  *out = (struct use){ begin_of(r, at), at, at + 1 };
  if (of->is_template) {
    if (!spelled_is(r, at + 1, "<") || !spelled_list(&a->arguments, r, at + 1))
      return false;
    out->end = spelled_behind(r, at + 1);
  }
  if (spelled_is(r, out->end, "::")) {
    if (!is_path(r, of->type))
      return false;
    if (!spelled_is(r, of->type.begin, "typename"))
      out->begin = spelled_chain(r, at);
  }
  return true;
}

/* Is the name at the position declared there as a type? */
static bool is_alias(const rewriter *r, uint32_t at)
{
  return (at && spelled_is(r, at - 1, "using")) ||
         (spelled_is(r, at + 1, ";") && r->f->declares[r->s->visible[at]]);
}

static bool is_alone(const rewriter *r, const spellings *s, uint32_t name)
{
  EACH_ALIKE (at, s, name)
    if (at != name && is_alias(r, at))
      return false;
  return true;
}

/* ---- offering ---- */

/* What stands for the token of the type at the position. */
static span instead(const struct aliases *a, uint32_t at)
{
  for (size_t i = 0; i < a->arguments.size && i < a->parameters.size; i++) {
    template_parameter of = template_parameter_of(a->r, a->parameters.data[i]);
    if (of.name != MAP_NONE && !of.pack &&
        shape_equal(a->r, spelled_leaf(a->r, at), spelled_leaf(a->r, of.name)))
      return a->arguments.data[i];
  }
  return (span){ at, at + 1 };
}

static const char *type_at_use(struct aliases *a, const struct alias *of)
{
  const char *text = "";
  for (uint32_t at = of->type.begin; at < of->type.end; at++) {
    span by = instead(a, at);
    text = rewrite_format(a->r, "%s%s%s", text, *text ? " " : "",
                          spelled_text(a->r, by.begin, by.end));
  }
  return text;
}

/* Puts the type for the use; returns the tokens that it takes, 0 if it cannot
 * stand there. */
static int64_t put(struct aliases *a, const struct alias *of,
                   const struct use *use, bool edit)
{
  rewriter *r = a->r;
  int64_t tokens = of->bounds.end - of->bounds.begin;
  if (tokens && !takes_bounds(r, use->end))
    return 0;
  for (uint32_t at = of->type.begin; at < of->type.end; at++)
    tokens += instead(a, at).end - instead(a, at).begin;
  if (!edit)
    return tokens;
  rewrite_text(r, spelled_leaf(r, use->at), type_at_use(a, of));
  spelled_drop(r, use->begin, use->at);
  spelled_drop(r, use->at + 1, use->end);
  if (of->bounds.begin < of->bounds.end)
    rewrite_print(r, spelled_leaf(r, use->end), "%s%s",
                  spelled_text(r, use->end, use->end + 1),
                  spelled_text(r, of->bounds.begin, of->bounds.end));
  return tokens;
}

static bool count_uses(struct alias *of, struct aliases *a)
{
  struct use use;
  EACH_ALIKE (at, &a->t.spellings, of->name) {
    if (!find_use(&use, a, of, at))
      continue;
    int64_t tokens = put(a, of, &use, false);
    if (!tokens)
      return false;
    of->uses++;
    of->growth += tokens - (use.end - use.begin);
  }
  of->growth -= rewrite_tokens(a->r, of->node);
  return of->uses > 0;
}

static void offer(struct aliases *a, const struct alias *of)
{
  struct use use;
  rewrite_open(a->r);
  EACH_ALIKE (at, &a->t.spellings, of->name)
    if (find_use(&use, a, of, at))
      put(a, of, &use, true);
  rewrite_drop(a->r, of->node);
}

static void offer_all(rewriter *r, bool growing)
{
  struct aliases a = { .r = r };
  struct alias of;
  templates_collect(&a.t, r);
  for (uint32_t at = 0; at < r->s->count; at++) {
    if (!find_alias(&of, &a, at))
      continue;
    of.alone = is_alone(r, &a.t.spellings, of.name);
    if (count_uses(&of, &a) && (of.growth > 0) == growing)
      offer(&a, &of);
  }
  ARRAY_FREE(&a.parameters);
  ARRAY_FREE(&a.arguments);
  templates_free(&a.t);
}

void rewrite_alias_type(rewriter *r)
{
  offer_all(r, false);
}

void rewrite_alias_longer_type(rewriter *r)
{
  offer_all(r, true);
}

/* ---- to auto ---- */

/* Can the type be found out: is there a body, or a value? */
static bool has_value(const rewriter *r, uint32_t type)
{
  uint32_t owner = rewrite_at(r, type)->parent;
  if (rewrite_kind(r, owner) == KIND_FUNCTION)
    return true;
  EACH_BELOW (at, r, owner)
    if (rewrite_kind(r, at) == KIND_WITH_VALUE)
      return true;
  return false;
}

void rewrite_type_auto(rewriter *r)
{
  EACH_NODE (node, r) {
    syntax_role role = rewrite_role(r, node);
    if ((role != ROLE_TYPE && role != ROLE_RETURN_TYPE) ||
        rewrite_tokens(r, node) < 2 || !has_value(r, node))
      continue;
    rewrite_open(r);
    rewrite_text(r, node, "auto");
  }
}
