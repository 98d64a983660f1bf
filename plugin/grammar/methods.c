/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * method-to-function: the only method of an `impl` of Rust becomes a function.
 *
 * Its `self` goes, and so does what stands before its name in calls. A method
 * without a receiver could be moved out by itself, but not one that calls
 * itself.
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

/* Owner: caller. */
static char *function_of(const offers *of, uint32_t method)
{
  textbuf out = { 0 };
  uint32_t at = cst_at(of->tree, method)->begin;
  for (uint32_t i = method; i < offers_end(of, method); i++) {
    uint32_t end = end_of_gone(of, i);
    if (!end)
      continue;
    text_add(&out, of->text + at, cst_at(of->tree, i)->begin - at);
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
    char *text = function_of(of, method);
    rd_builder_rewrite(builder, number);
    rd_builder_edit_text(builder, of->ids[above], text);
    free(text);
  }
}
