/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What stands for values of LLVM IR that are computed.
 *
 *   value-to-constant    an instruction goes, and a constant stands for each use of
 *                        its value
 *   value-to-parameter   an instruction goes, and its function, which nothing
 *                        calls, has a parameter in its place
 *
 * Without these rules undef does, which many passes fold as nothing else. So the
 * other constants of the type are offered here, in texts with few values, and what
 * nothing folds.
 */
#include "offers.h"

#include "base/text.h"

/* Values that are computed: in a larger text undef has to do. */
enum { MOST_VALUES = 32 };

static bool is_computed(const offers *of, uint32_t leaf)
{
  return of->names[leaf].role == NAME_DEFINITION &&
         of->names[leaf].kind == RD_SYMBOL_VARIABLE &&
         of->places[leaf].goes != RD_NONE &&
         offers_is(of, of->parent[leaf], "instruction");
}

static bool is_use(const offers *of, uint32_t leaf, uint32_t of_leaf)
{
  return of->names[leaf].role == NAME_USE &&
         of->names[leaf].symbol == of->names[of_leaf].symbol;
}

/* Can a constant of that number stand for each use, of which there are some? */
static bool can_be(const offers *of, uint32_t leaf, size_t choice)
{
  size_t uses = 0;
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    if (!is_use(of, i, leaf))
      continue;
    if (of->ids[i] == RD_NONE || !ir_type_constant(of->types[i], choice))
      return false;
    uses++;
  }
  return uses > 0;
}

static void offer(rd_builder *builder, const offers *of, uint32_t leaf,
                  size_t choice, uint32_t number)
{
  rd_builder_rewrite(builder, number);
  rd_builder_edit_drop(builder, of->places[leaf].goes);
  for (uint32_t i = 0; i < of->tree->nodes.size; i++)
    if (is_use(of, i, leaf))
      rd_builder_edit_text(builder, of->ids[i],
                           ir_type_constant(of->types[i], choice));
}

/* ---- value-to-parameter ---- */

static uint32_t child_of(const offers *of, uint32_t node, const char *type)
{
  return syntax_child(of->lang, of->tree, node, node + 1, type);
}

/* The type that stands before a value of the same type as the leaf, or RD_NONE. */
static uint32_t type_beside(const offers *of, uint32_t leaf)
{
  for (uint32_t i = 1; i < of->tree->nodes.size; i++) {
    if (!offers_is(of, i, "type_and_value"))
      continue;
    uint32_t value = child_of(of, i, "value");
    if (value != RD_NONE && of->types[value].wants == of->types[leaf].wants)
      return child_of(of, i, "type");
  }
  return RD_NONE;
}

static uint32_t first_use(const offers *of, uint32_t leaf)
{
  uint32_t i = 0, count = (uint32_t)of->tree->nodes.size;
  while (i < count && !is_use(of, i, leaf))
    i++;
  return i < count ? i : RD_NONE;
}

/* The parameters of the function around the leaf, or RD_NONE: it is called. */
static uint32_t parameters_around(const offers *of, uint32_t leaf)
{
  uint32_t header = RD_NONE;
  while (leaf && header == RD_NONE) {
    leaf = of->parent[leaf];
    header = child_of(of, leaf, "function_header");
  }
  for (uint32_t i = leaf; header != RD_NONE && i < offers_end(of, header); i++)
    if (of->names[i].role == NAME_DEFINITION &&
        of->names[i].kind == RD_SYMBOL_FUNCTION)
      return first_use(of, i) == RD_NONE ? child_of(of, header, "argument_list")
                                         : RD_NONE;
  return RD_NONE;
}

static void offer_parameter(rd_builder *builder, const offers *of,
                            uint32_t leaf, uint32_t number)
{
  uint32_t list = parameters_around(of, leaf), use = first_use(of, leaf);
  uint32_t type = use != RD_NONE ? type_beside(of, use) : RD_NONE;
  if (list == RD_NONE || type == RD_NONE || of->ids[list] == RD_NONE ||
      child_of(of, list, "...") != RD_NONE)
    return;
  textbuf text = { 0 };
  offers_add_text(&text, of, list);
  if (!text.size || text.data[text.size - 1] != ')') { /* it is missing */
    text_free(&text);
    return;
  }
  text.size--;
  text_puts(&text, child_of(of, list, "argument") != RD_NONE ? ", " : "");
  offers_add_text(&text, of, type);
  text_puts(&text, " ");
  offers_add_text(&text, of, leaf);
  text_puts(&text, ")");
  rd_builder_rewrite(builder, number);
  rd_builder_edit_drop(builder, of->places[leaf].goes);
  rd_builder_edit_text(builder, of->ids[list], text.data);
  text_free(&text);
}

void constants_offer(rd_builder *builder, const offers *of, uint32_t constant,
                     uint32_t parameter)
{
  uint32_t values = 0;
  for (uint32_t i = 0; i < of->tree->nodes.size; i++)
    values += is_computed(of, i);
  for (uint32_t i = 0; i < of->tree->nodes.size && values <= MOST_VALUES; i++) {
    for (size_t k = 1; is_computed(of, i) && can_be(of, i, k); k++)
      offer(builder, of, i, k, constant);
    if (is_computed(of, i))
      offer_parameter(builder, of, i, parameter);
  }
}
