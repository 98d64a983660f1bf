/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * type-parameter-dropped: a type parameter goes, and wherever what has it is
 * used, its argument. For each use of it stands the argument, if all of them are
 * alike, or the shortest type.
 *
 * An argument may itself be a parameter of something that nobody names, as of an
 * `impl` of Rust, where each has to be used: it goes as well.
 */
#include "operands.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Uses with arguments, and edits, that are worth a test, and bytes of a text that
 * is small enough. */
enum { MOST_USES = 16, MOST_EDITS = 64, MOST_BYTES = 4096 };

typedef struct generic {
  const offers *of;
  uint32_t leaf, node; /* the name's leaf, and what it defines */
  uint32_t list;
  operands parameters;
  struct {
    uint32_t leaf, node, list;
    operands arguments;
  } uses[MOST_USES];
  size_t use_count;
} generic;

/* A rewrite that is made; an edit within another does not count. */
typedef struct change {
  struct {
    uint32_t node;
    char *text; /* NULL: the node goes */
  } edits[MOST_EDITS];
  size_t count;
  bool is_good;
} change;

static const cst_node *at(const offers *of, uint32_t node)
{
  return cst_at(of->tree, node);
}

static bool is_in(const offers *of, uint32_t node, uint32_t around)
{
  return node >= around && node < offers_end(of, around);
}

/* ---- what has type parameters ---- */

/* Is the list the one of the name before it? */
static bool is_behind(const offers *of, uint32_t leaf, uint32_t list)
{
  uint32_t i = at(of, leaf)->end;
  while (i < at(of, list)->begin &&
         (strchr(":!", of->text[i]) || isspace((unsigned char)of->text[i])))
    i++;
  return i == at(of, list)->begin;
}

/* False: a use has another number of arguments, or they are too many. */
static bool find_uses(generic *self)
{
  static const char *const words[] = { "type_argument", "template_argument",
                                       NULL };
  const name *names = self->of->names;
  for (uint32_t i = 0; i < self->of->tree->nodes.size; i++) {
    if (names[i].role != NAME_USE ||
        names[i].symbol != names[self->leaf].symbol)
      continue;
    uint32_t node, list = operands_list(&node, self->of, i, words);
    if (list == RD_NONE || !is_behind(self->of, i, list))
      continue;
    if (self->use_count == MOST_USES ||
        !operands_find(&self->uses[self->use_count].arguments, self->of,
                       list) ||
        self->uses[self->use_count].arguments.count != self->parameters.count)
      return false;
    self->uses[self->use_count].leaf = i;
    self->uses[self->use_count].node = node;
    self->uses[self->use_count++].list = list;
  }
  return true;
}

static bool find_generic(generic *out, const offers *of, uint32_t leaf)
{
  static const char *const words[] = { "type_parameters", "type_parameter_list",
                                       "template_parameter", NULL };
  *out = (generic){ .of = of, .leaf = leaf };
  if (of->names[leaf].role != NAME_DEFINITION)
    return false;
  out->list = operands_list(&out->node, of, leaf, words);
  return out->list != RD_NONE && is_behind(of, leaf, out->list) &&
         operands_find(&out->parameters, of, out->list) && find_uses(out);
}

/* The name in a parameter, or RD_NONE. */
static uint32_t name_in(const offers *of, uint32_t parameter)
{
  for (uint32_t i = parameter; i < offers_end(of, parameter); i++)
    if (of->names[i].role == NAME_DEFINITION)
      return i;
  return RD_NONE;
}

/* ---- edits ---- */

/* Puts the text for a node, or nothing if there is none. */
static void edit(change *self, const offers *of, uint32_t node,
                 const char *text)
{
  self->is_good &= of->ids[node] != RD_NONE && self->count < MOST_EDITS;
  if (!self->is_good)
    return;
  self->edits[self->count].node = node;
  self->edits[self->count++].text = text ? mem_copy(text) : NULL;
}

static bool is_within(const change *self, const offers *of, size_t edit)
{
  uint32_t node = self->edits[edit].node;
  for (size_t i = 0; i < self->count; i++)
    if (i != edit && is_in(of, node, self->edits[i].node) &&
        (i < edit || node != self->edits[i].node))
      return true;
  return false;
}

/* Offers the rewrite, if it is good, and frees it. */
static void finish(change *self, rd_builder *builder, const offers *of,
                   uint32_t of_rule)
{
  if (self->is_good)
    rd_builder_rewrite(builder, of_rule);
  for (size_t i = 0; i < self->count; i++) {
    uint32_t id = of->ids[self->edits[i].node];
    if (self->is_good && !is_within(self, of, i) && self->edits[i].text)
      rd_builder_edit_text(builder, id, self->edits[i].text);
    else if (self->is_good && !is_within(self, of, i))
      rd_builder_edit_drop(builder, id);
  }
  for (size_t i = 0; i < self->count; i++)
    free(self->edits[i].text);
}

static char *text_of(const offers *of, uint32_t node)
{
  return mem_copy_bytes(of->text + at(of, node)->begin,
                        at(of, node)->end - at(of, node)->begin);
}

/* What stands for the use of a type: the text, or if there is none the shortest
 * type; or NULL. */
static const char *type_for(const offers *of, uint32_t use, const char *text)
{
  uint32_t place = of->places[use].rule;
  const char *phrase =
      place == RULE_NONE ? NULL : phrases_of(of->lang->texts, place);
  bool is_type = phrase && *phrase && !isalpha((unsigned char)*phrase);
  return text ? text : is_type ? phrase : NULL;
}

static bool is_gone(const change *self, const offers *of, uint32_t node)
{
  for (size_t i = 0; i < self->count; i++)
    if (is_in(of, node, self->edits[i].node))
      return true;
  return false;
}

/* Replaces the uses of a parameter's name. */
static void replace_uses(change *self, const offers *of, uint32_t leaf,
                         const char *text)
{
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    if (of->names[i].role != NAME_USE ||
        of->names[i].symbol != of->names[leaf].symbol || is_gone(self, of, i))
      continue;
    const char *type = type_for(of, i, text);
    self->is_good &= type != NULL;
    if (type)
      edit(self, of, i, type);
  }
}

/* Drops the argument with that number in each use. */
static void drop_arguments(change *self, const generic *from, size_t number)
{
  const offers *of = from->of;
  for (size_t i = 0; i < from->use_count; i++) {
    uint32_t node = from->uses[i].node, leaf = from->uses[i].leaf;
    if (from->parameters.count > 1) {
      edit(self, of, from->uses[i].arguments.nodes[number], NULL);
      continue;
    }
    char *text = mem_copy_bytes(of->text + at(of, node)->begin,
                                at(of, leaf)->end - at(of, node)->begin);
    edit(self, of, node, text);
    free(text);
  }
}

/* The parameter of something without a name that the argument is, or RD_NONE: its
 * name. */
static uint32_t nameless(const offers *of, uint32_t argument)
{
  uint32_t leaf = offers_end(of, argument) - 1;
  if (of->names[leaf].role != NAME_USE ||
      at(of, leaf)->begin != at(of, argument)->begin)
    return RD_NONE;
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    if (of->names[i].role != NAME_DEFINITION ||
        of->names[i].symbol != of->names[leaf].symbol)
      continue;
    for (uint32_t up = of->parent[i]; up; up = of->parent[up])
      if (strstr(syntax_name(of->lang, at(of, up)), "type_parameters"))
        return offers_is(of, of->parent[up], "impl_item") ? i : RD_NONE;
  }
  return RD_NONE;
}

/* Drops the parameters of that kind which are arguments. */
static void drop_nameless(change *self, const generic *from, size_t number)
{
  const offers *of = from->of;
  for (size_t i = 0; i < from->use_count; i++) {
    uint32_t leaf = nameless(of, from->uses[i].arguments.nodes[number]);
    if (leaf == RD_NONE)
      continue;
    uint32_t parameter = leaf;
    while (!strstr(syntax_name(of->lang, at(of, of->parent[parameter])),
                   "type_parameters"))
      parameter = of->parent[parameter];
    operands all;
    uint32_t list = of->parent[parameter];
    if (!operands_find(&all, of, list))
      continue;
    edit(self, of, all.count == 1 ? list : parameter, NULL);
    replace_uses(self, of, leaf, NULL);
  }
}

/* ---- offers ---- */

/* The text of the argument, if all are alike; else NULL. */
static char *common_argument(const generic *self, size_t number)
{
  char *text = NULL;
  for (size_t i = 0; i < self->use_count; i++) {
    char *next = text_of(self->of, self->uses[i].arguments.nodes[number]);
    bool is_alike = !text || strcmp(text, next) == 0;
    bool is_name =
        nameless(self->of, self->uses[i].arguments.nodes[number]) != RD_NONE;
    free(text);
    text = is_alike && !is_name ? next : NULL;
    if (!text) {
      free(next);
      return NULL;
    }
  }
  return text;
}

static void offer(rd_builder *builder, const generic *self, size_t number,
                  const char *text, uint32_t of_rule)
{
  const offers *of = self->of;
  uint32_t parameter = self->parameters.nodes[number];
  uint32_t leaf = name_in(of, parameter);
  change made = { .is_good = leaf != RD_NONE };
  edit(&made, of, self->parameters.count == 1 ? self->list : parameter, NULL);
  drop_arguments(&made, self, number);
  drop_nameless(&made, self, number);
  if (made.is_good)
    replace_uses(&made, of, leaf, text);
  finish(&made, builder, of, of_rule);
}

void generics_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  uint32_t count = (uint32_t)of->tree->nodes.size;
  for (uint32_t i = 0; i < count && at(of, 0)->end <= MOST_BYTES; i++) {
    generic found;
    if (!find_generic(&found, of, i))
      continue;
    for (size_t k = 0; k < found.parameters.count; k++) {
      char *text = common_argument(&found, k);
      offer(builder, &found, k, NULL, number);
      if (text)
        offer(builder, &found, k, text, number);
      free(text);
    }
  }
}
