/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * method-to-function: the only method of an `impl` of Rust becomes a function.
 *
 * Its `self` goes, and so does what stands before its name in calls. `Self` is what the
 * `impl` is for, whose type parameters it gets if it has none. A method without a
 * receiver could be moved out by itself, but not one that calls itself.
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

/* The end of what goes of the text, if it goes at this node; else 0. */
static uint32_t end_of_gone(const offers *of, uint32_t node)
{
  const cst_node *at = cst_at(of->tree, node);
  const cst_node *next = offers_end(of, node) < of->tree->nodes.size
                             ? cst_at(of->tree, offers_end(of, node))
                             : NULL;
  if (!next)
    return 0;
  if (offers_is(of, node, "self_parameter"))
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

static void add_node(textbuf *out, const offers *of, uint32_t node)
{
  const cst_node *at = cst_at(of->tree, node);
  text_add(out, of->text + at->begin, at->end - at->begin);
}

/* The method of an `impl` with this list. Owner: caller. */
static char *function_of(const offers *of, uint32_t list, uint32_t method)
{
  textbuf out = { 0 };
  uint32_t at = cst_at(of->tree, method)->begin, impl = of->parent[list];
  uint32_t type = type_of(of, impl, list);
  uint32_t generic =
      syntax_child(of->lang, of->tree, impl, impl + 1, "type_parameters");
  if (syntax_child(of->lang, of->tree, method, method + 1, "type_parameters") !=
      RD_NONE)
    generic = RD_NONE;
  for (uint32_t i = method; i < offers_end(of, method); i++) {
    const cst_node *node = cst_at(of->tree, i);
    uint32_t end = end_of_gone(of, i), by = RD_NONE;
    if (!end && is_self_type(of, i)) {
      by = type;
      end = node->end;
    }
    if (offers_is(of, i, "parameters") && of->parent[i] == method) {
      by = generic;
      end = node->begin;
    }
    if (!end || (by == RD_NONE && end == node->begin))
      continue;
    text_add(&out, of->text + at, node->begin - at);
    if (by != RD_NONE)
      add_node(&out, of, by);
    at = end;
  }
  text_add(&out, of->text + at, cst_at(of->tree, method)->end - at);
  return text_take(&out, NULL);
}

void methods_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  for (uint32_t i = 1; i < of->tree->nodes.size; i++) {
    uint32_t above = of->parent[i];
    if (!offers_is(of, i, "declaration_list") ||
        !offers_is(of, above, "impl_item") || of->ids[above] == RD_NONE)
      continue;
    uint32_t method = only_method(of, i);
    if (method == RD_NONE)
      continue;
    char *text = function_of(of, i, method);
    rd_builder_rewrite(builder, number);
    rd_builder_edit_text(builder, of->ids[above], text);
    free(text);
  }
}
