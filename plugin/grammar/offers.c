/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rewrites of the front end for grammars. Every tree names all rules. */
#include "offers.h"

#include <ctype.h>
#include <stdlib.h>

/* The rules in their order; the others of LLVM IR are BRANCH_RULES. */
enum {
  NAME_VALUES,
  METADATA_DROPPED,
  BRANCHES,
  VALUE_ALONE = BRANCHES + BRANCH_RULES,
  NAME_TO_VALUE,
  PARAMETER_DROPPED,
  CALL_TO_BODY,
  TYPE_PARAMETER_DROPPED,
  TYPE_EVERYWHERE,
  VALUE_TO_CONSTANT,
  VALUE_TO_PARAMETER,
  CALL_TO_OPERATION,
  PART_ALONE,
  TAG_CLOSED,
  LITERAL_SHORTENED,
  EXTENT_SHORTENED,
  ARM_ALONE,
  MACRO_TO_ARGUMENT,
  METHOD_TO_FUNCTION,
  RESULT_DROPPED,
  ONE_RESULT_DROPPED,
  COLUMN_DROPPED,
  FIELD_DROPPED
};

const rd_rule grammar_rules[] = {
  { { "name-values", NULL, "give names to values that are numbered",
      "LLVM's instnamer" },
    RD_RULE_FIRST },
  { { "metadata-dropped", NULL, "drop all metadata, or all for debuggers",
      "opt -strip-debug" },
    RD_RULE_FIRST },
  { { "branch-past", NULL, "branch from the entry past other blocks",
      "clang-hdd" },
    0 },
  { { "branch-to-unreachable", NULL, "end a block where it branches",
      "clang-hdd" },
    RD_RULE_TOGETHER },
  { { "branch-to-first", NULL, "branch to the first target in any case",
      "llvm-reduce (simplify-conditionals-true)" },
    RD_RULE_TOGETHER },
  { { "branch-to-last", NULL, "branch to the last target in any case",
      "llvm-reduce (simplify-conditionals-false)" },
    RD_RULE_TOGETHER },
  { { "blocks-joined", NULL, "join a block to the only one that branches to it",
      "llvm-reduce (simplify-cfg)" },
    RD_RULE_TOGETHER },
  { { "block-passed", NULL, "branch to where a block that only branches leads",
      "llvm-reduce (simplify-cfg)" },
    RD_RULE_TOGETHER },
  { { "value-alone", NULL, "only use a value that a statement uses",
      "clang-hdd" },
    0 },
  { { "name-to-value", NULL,
      "put a part of its definition for each use of a name", "clang-hdd" },
    0 },
  { { "parameter-dropped", NULL, "drop a parameter with its arguments",
      "clang-hdd" },
    0 },
  { { "call-to-body", NULL, "put what a function does for its only call",
      "clang-hdd" },
    0 },
  { { "type-parameter-dropped", NULL,
      "drop a type parameter with its arguments", "clang-hdd" },
    0 },
  { { "type-everywhere", NULL, "put a smaller type wherever one is spelled",
      "clang-hdd" },
    0 },
  { { "value-to-constant", NULL, "put a constant for a value that is computed",
      "llvm-reduce (operands)" },
    0 },
  { { "value-to-parameter", NULL,
      "put a parameter for a value that is computed",
      "llvm-reduce (operands-to-args)" },
    0 },
  { { "call-to-operation", NULL,
      "put the plain operation of its type for a call", "clang-hdd" },
    0 },
  { { "part-alone", NULL, "put a part of an element that is one by itself",
      "clang-hdd" },
    0 },
  { { "tag-closed", NULL, "make one tag of an element without content",
      "clang-hdd" },
    RD_RULE_TOGETHER },
  { { "literal-shortened", NULL, "leave less of a string or a number",
      "clang-hdd" },
    RD_RULE_TOGETHER },
  { { "extent-shortened", NULL,
      "shorten all of one extent in data, with the number of it", "clang-hdd" },
    0 },
  { { "arm-alone", NULL, "put what an arm does for all of a match",
      "clang-hdd" },
    0 },
  { { "macro-to-argument", NULL, "put an argument of a macro for its call",
      "clang-hdd" },
    0 },
  { { "method-to-function", NULL,
      "make a function of a method without its object", "clang-hdd" },
    0 },
  { { "result-dropped", NULL, "drop the result of a function with its type",
      "clang-hdd" },
    0 },
  { { "one-result-dropped", NULL, "drop one of several results of a function",
      "clang-hdd" },
    0 },
  { { "column-dropped", NULL, "drop a column of SQL with its values",
      "clang-hdd" },
    RD_RULE_TOGETHER },
  { { "field-dropped", NULL, "drop a field of a record with what sets it",
      "clang-hdd" },
    RD_RULE_TOGETHER },
  { { NULL, NULL, NULL, NULL }, 0 },
};

bool offers_fits(const offers *self, uint32_t place, uint32_t node)
{
  const syntax *lang = self->lang;
  uint32_t wanted = self->places[place].rule, own = self->places[node].own;
  const cst_node *at = cst_at(self->tree, node);
  bool is_name = at->size == 1 && isalpha((unsigned char)self->text[at->begin]);
  if (own == RULE_NONE || wanted == RULE_NONE ||
      (is_name && at->symbol != cst_at(self->tree, place)->symbol))
    return false;
  return phrases_accept(lang->texts, wanted, plan_symbol(lang->plans, own));
}

bool offers_is_short(const offers *self, uint32_t leaf)
{
  return offers_is(self, leaf, "shorthand_property_identifier") ||
         offers_is(self, self->parent[leaf], "shorthand_field_initializer");
}

static uint32_t *find_parents(const offers *of)
{
  uint32_t count = (uint32_t)of->tree->nodes.size;
  uint32_t *parent = mem_alloc(count, sizeof *parent);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t child = i + 1; child < offers_end(of, i);
         child = offers_end(of, child))
      parent[child] = i;
  return parent;
}

/* Those that are about names. */
static void offer_named(rd_builder *builder, const offers *of,
                        const uint32_t *numbers)
{
  if (!of->lang->has_rules || !rd_builder_wants_rewrites(builder))
    return;
  if (strcmp(of->lang->name, "llvm") != 0) /* it knows what values fit */
    inline_offer(builder, of, numbers[NAME_TO_VALUE]);
  else
    constants_offer(builder, of, numbers[VALUE_TO_CONSTANT],
                    numbers[VALUE_TO_PARAMETER]);
  calls_offer(builder, of, numbers[PARAMETER_DROPPED], numbers[CALL_TO_BODY]);
  returns_offer(builder, of, numbers[RESULT_DROPPED]);
  generics_offer(builder, of, numbers[TYPE_PARAMETER_DROPPED]);
  fields_offer(builder, of, numbers[FIELD_DROPPED]);
  parts_offer(builder, of, numbers[PART_ALONE]);
  tags_offer(builder, of, numbers[TAG_CLOSED]);
  shortened_offer(builder, of, numbers[LITERAL_SHORTENED]);
  extents_offer(builder, of, numbers[EXTENT_SHORTENED]);
  if (strcmp(of->lang->name, "rust") == 0) {
    arms_offer(builder, of, numbers[ARM_ALONE]);
    macros_offer(builder, of, numbers[MACRO_TO_ARGUMENT]);
    methods_offer(builder, of, numbers[METHOD_TO_FUNCTION]);
  }
  if (strcmp(of->lang->name, "go") == 0) {
    methods_offer_go(builder, of, numbers[METHOD_TO_FUNCTION]);
    several_offer(builder, of, numbers[ONE_RESULT_DROPPED]);
  }
  if (strcmp(of->lang->name, "sql") == 0)
    columns_offer(builder, of, numbers[COLUMN_DROPPED]);
}

/* Those that are about LLVM IR alone. */
static void offer_ir(rd_builder *builder, const offers *of,
                     const uint32_t *numbers)
{
  values_offer(builder, of, numbers[NAME_VALUES]);
  metadata_offer(builder, of, numbers[METADATA_DROPPED]);
  branches_offer(builder, of, numbers + BRANCHES);
  if (!rd_builder_wants_rewrites(builder))
    return;
  types_offer(builder, of, numbers[TYPE_EVERYWHERE]);
  operations_offer(builder, of, numbers[CALL_TO_OPERATION]);
}

void offers_make(rd_builder *builder, offers of)
{
  uint32_t numbers[sizeof grammar_rules / sizeof *grammar_rules - 1];
  for (size_t i = 0; grammar_rules[i].row.name; i++)
    numbers[i] = rd_builder_rule(builder, &grammar_rules[i]);
  uint32_t *parent = find_parents(&of);
  of.parent = parent;
  uses_offer(builder, &of, numbers[VALUE_ALONE]);
  offer_named(builder, &of, numbers);
  if (strcmp(of.lang->name, "llvm") == 0)
    offer_ir(builder, &of, numbers);
  free(parent);
}
