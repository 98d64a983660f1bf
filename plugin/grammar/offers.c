/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rewrites of the front end for grammars. Every tree names all rules. */
#include "offers.h"

const rd_rule grammar_rules[] = {
  { { "name-values", NULL, "give names to values that are numbered",
      "LLVM's instnamer" },
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
  { { "value-alone", NULL, "only use a value that a statement uses",
      "clang-hdd" },
    0 },
  { { "name-to-value", NULL,
      "put a part of its definition for each use of a name", "clang-hdd" },
    0 },
  { { NULL, NULL, NULL, NULL }, 0 },
};

void offers_make(rd_builder *builder, const offers *of)
{
  uint32_t numbers[sizeof grammar_rules / sizeof *grammar_rules - 1];
  for (size_t i = 0; grammar_rules[i].row.name; i++)
    numbers[i] = rd_builder_rule(builder, &grammar_rules[i]);
  uses_offer(builder, of, numbers[BRANCH_RULES + 1]);
  inline_offer(builder, of, numbers[BRANCH_RULES + 2]);
  if (strcmp(of->lang->name, "llvm") != 0)
    return;
  values_offer(builder, of, numbers[0]);
  branches_offer(builder, of, numbers + 1);
}
