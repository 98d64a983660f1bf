/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * value-to-constant: an instruction of LLVM IR goes, and a constant stands for
 * each use of its value.
 *
 * Without the rule undef does, which many passes fold as nothing else. So the
 * other constants of the type are offered here, in texts with few values.
 */
#include "offers.h"

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

void constants_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  uint32_t values = 0;
  for (uint32_t i = 0; i < of->tree->nodes.size; i++)
    values += is_computed(of, i);
  for (uint32_t i = 0; i < of->tree->nodes.size && values <= MOST_VALUES; i++)
    for (size_t k = 1; is_computed(of, i) && can_be(of, i, k); k++)
      offer(builder, of, i, k, number);
}
