/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * method-to-function: the only method of an `impl` of Rust becomes a function, and so
 * does a method of Go that does not use its receiver.
 *
 * Its `self` goes, and so does what stands before its name in calls. `Self` is what the
 * `impl` is for, whose type parameters it gets if it has none. A method without a
 * receiver could be moved out by itself, but not one that calls itself. With the
 * receiver as a parameter the text would be longer.
 */
#include "offers.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* The only method in the list of an `impl`, or RD_NONE. */
static uint32_t only_method(const offers *of, uint32_t list)
{
  uint32_t found = RD_NONE;
  for (uint32_t i = list + 1; i < offers_end(of, list); i = offers_end(of, i)) {
    if (!(cst_at(of->tree, i)->flags & CST_NAMED))
      continue;
    if (found != RD_NONE || !offers_is(of, i, "function_item"))
      return RD_NONE;
    found = i;
  }
  return found;
}

/* A method, and the function that it becomes. */
typedef struct method {
  const offers *of;
  uint32_t impl, list, node;
  uint32_t leaf;     /* its name */
  uint32_t receiver; /* its self parameter, or RD_NONE */
} method;

/* The end of what goes of the text, if it goes at this node; else 0. */
static uint32_t end_of_gone(const method *self, uint32_t node)
{
  const offers *of = self->of;
  const cst_node *at = cst_at(of->tree, node);
  const cst_node *next = offers_end(of, node) < of->tree->nodes.size
                             ? cst_at(of->tree, offers_end(of, node))
                             : NULL;
  if (!next)
    return 0;
  if (node == self->receiver)
    return of->text[next->begin] == ',' ? next->end : at->end;
  bool is_field = offers_is(of, of->parent[node], "field_expression") &&
                  offers_is(of, node, "self");
  bool is_path = offers_is(of, of->parent[node], "scoped_identifier") &&
                 at->end - at->begin == 4 &&
                 !memcmp(of->text + at->begin, "Self", 4);
  return is_field || is_path ? next->end : 0;
}

/* The last part of an `impl` before the list that is no condition: what it is for. */
static uint32_t type_of(const offers *of, uint32_t impl, uint32_t list)
{
  uint32_t found = RD_NONE;
  for (uint32_t i = impl + 1; i < list; i = offers_end(of, i))
    if ((cst_at(of->tree, i)->flags & CST_NAMED) &&
        !offers_is(of, i, "where_clause"))
      found = i;
  return found;
}

static bool is_self_type(const offers *of, uint32_t node)
{
  const cst_node *at = cst_at(of->tree, node);
  return at->size == 1 && at->end - at->begin == 4 &&
         !memcmp(of->text + at->begin, "Self", 4);
}

/* Adds what stands for a node in the function, if it is not the node itself; returns
 * where the text goes on, or 0. */
static uint32_t add_changed(textbuf *out, const method *self, uint32_t node)
{
  uint32_t end = end_of_gone(self, node);
  if (end || !is_self_type(self->of, node))
    return end;
  offers_add_text(out, self->of, type_of(self->of, self->impl, self->list));
  return cst_at(self->of->tree, node)->end;
}

/* The type parameters that the function gets of the impl, or RD_NONE. */
static uint32_t given_types(const method *self)
{
  static const char type[] = "type_parameters";
  const offers *of = self->of;
  uint32_t own =
      syntax_child(of->lang, of->tree, self->node, self->node + 1, type);
  return own != RD_NONE ? RD_NONE
                        : syntax_child(of->lang, of->tree, self->impl,
                                       self->impl + 1, type);
}

/* Owner: caller. */
static char *function_of(const method *self)
{
  const offers *of = self->of;
  textbuf out = { 0 }, part = { 0 };
  uint32_t at = cst_at(of->tree, self->node)->begin;
  uint32_t types = given_types(self);
  for (uint32_t i = self->node; i < offers_end(of, self->node); i++) {
    uint32_t begin = cst_at(of->tree, i)->begin;
    if (begin < at)
      continue;
    text_clear(&part);
    uint32_t end = add_changed(&part, self, i);
    if (i == self->leaf && types != RD_NONE) {
      offers_add_text(&part, of, i);
      offers_add_text(&part, of, types);
      end = cst_at(of->tree, i)->end;
    }
    if (!end)
      continue;
    text_add(&out, of->text + at, begin - at);
    text_add(&out, part.data, part.size);
    at = end;
  }
  text_add(&out, of->text + at, cst_at(of->tree, self->node)->end - at);
  text_free(&part);
  return text_take(&out, NULL);
}

/* ---- calls ---- */

/* The call of the method that the leaf names, behind a dot; or RD_NONE. */
static uint32_t call_of(const offers *of, uint32_t leaf)
{
  uint32_t head = of->parent[leaf], call = of->parent[head];
  bool is = (offers_is(of, head, "field_expression") ||
             offers_is(of, head, "selector_expression")) &&
            cst_at(of->tree, head)->end == cst_at(of->tree, leaf)->end &&
            offers_is(of, call, "call_expression") && call + 1 == head;
  return is ? call : RD_NONE;
}

/* Changes the calls outside, if there is a builder; false: a use is something else. */
static bool change_calls(rd_builder *builder, const method *self)
{
  const offers *of = self->of;
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    bool is_inside = i >= self->node && i < offers_end(of, self->node);
    if (is_inside || of->names[i].role == NAME_NONE ||
        of->names[i].symbol != of->names[self->leaf].symbol)
      continue;
    uint32_t call = call_of(of, i);
    if (call == RD_NONE || of->ids[call] == RD_NONE)
      return false;
    textbuf text = { 0 };
    offers_add_text(&text, of, self->leaf);
    offers_add_text(&text, of, offers_end(of, call + 1));
    if (builder)
      rd_builder_edit_text(builder, of->ids[call], text.data);
    text_free(&text);
  }
  return true;
}

static void offer(rd_builder *builder, const method *self, uint32_t number)
{
  if (self->receiver != RD_NONE && !change_calls(NULL, self))
    return;
  char *text = function_of(self);
  rd_builder_rewrite(builder, number);
  rd_builder_edit_text(builder, self->of->ids[self->impl], text);
  if (self->receiver != RD_NONE)
    (void)change_calls(builder, self);
  free(text);
}

/* ---- Go ---- */

static bool uses_receiver(const method *self)
{
  const offers *of = self->of;
  for (uint32_t i = self->receiver; i < self->leaf; i++)
    for (uint32_t k = self->leaf;
         of->names[i].role == NAME_DEFINITION && k < offers_end(of, self->node);
         k++)
      if (of->names[k].role == NAME_USE &&
          of->names[k].symbol == of->names[i].symbol)
        return true;
  return false;
}

static void offer_go(rd_builder *builder, const method *self, uint32_t number)
{
  const offers *of = self->of;
  if (of->ids[self->node] == RD_NONE || uses_receiver(self) ||
      !change_calls(NULL, self))
    return;
  uint32_t begin = cst_at(of->tree, self->leaf)->begin;
  uint32_t end = cst_at(of->tree, self->node)->end;
  char *text = mem_format("func %.*s", (int)(end - begin), of->text + begin);
  rd_builder_rewrite(builder, number);
  rd_builder_edit_text(builder, of->ids[self->node], text);
  (void)change_calls(builder, self);
  free(text);
}

void methods_offer_go(rd_builder *builder, const offers *of, uint32_t number)
{
  for (uint32_t i = 1; i < of->tree->nodes.size; i++) {
    method at = { .of = of, .node = i };
    if (!offers_is(of, i, "method_declaration"))
      continue;
    at.receiver = syntax_child(of->lang, of->tree, i, i + 1, "parameter_list");
    at.leaf = syntax_child(of->lang, of->tree, i, i + 1, "field_identifier");
    if (at.receiver != RD_NONE && at.leaf != RD_NONE)
      offer_go(builder, &at, number);
  }
}

void methods_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  for (uint32_t i = 1; i < of->tree->nodes.size; i++) {
    method at = { .of = of, .impl = of->parent[i], .list = i };
    if (!offers_is(of, i, "declaration_list") ||
        !offers_is(of, at.impl, "impl_item") || of->ids[at.impl] == RD_NONE)
      continue;
    at.node = only_method(of, i);
    if (at.node == RD_NONE)
      continue;
    at.leaf =
        syntax_child(of->lang, of->tree, at.node, at.node + 1, "identifier");
    uint32_t list =
        syntax_child(of->lang, of->tree, at.node, at.node + 1, "parameters");
    if (at.leaf == RD_NONE || list == RD_NONE)
      continue;
    at.receiver =
        syntax_child(of->lang, of->tree, list, list + 1, "self_parameter");
    offer(builder, &at, number);
  }
}
