/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The rewrites of a front end: recording them in a builder, reading them from a
 * tree.
 *
 * They are kept as the front end gives them, as consecutive edits; only their
 * nodes are renumbered when the tree is frozen. A rewrite of a node that
 * vanished (it held no token) is dropped: it was made for another text.
 */
#include "reduce/rewrites.h"

#include <assert.h>

#include "builder.h"
#include "tree.h"

bool rd_builder_wants_rewrites(const rd_builder *builder)
{
  bool large = builder->intended & RD_REWRITES_LARGE;
  return (builder->intended & RD_REWRITES) &&
         builder->size <= (large ? RD_REWRITES_MOST_LARGE : RD_REWRITES_MOST);
}

bool rd_builder_wants_monitor(const rd_builder *builder)
{
  return (builder->intended & RD_MONITOR) && !builder->window_end &&
         rd_builder_wants_rewrites(builder);
}

void rd_builder_monitor(rd_builder *builder, const char *text)
{
  builder->monitor = 1 + rd_intern_string(&builder->strings, text);
}

void rd_builder_observe(rd_builder *builder, const char *printed)
{
  builder->observed = printed;
}

const char *rd_builder_observed(const rd_builder *builder)
{
  return builder->observed;
}

const char *rd_tree_monitor(const rd_tree *tree)
{
  return tree->monitor ? rd_tree_string(tree, tree->monitor - 1) : NULL;
}

uint32_t rd_builder_rule(rd_builder *builder, const rd_rule *rule)
{
  rd_tree_rule made = { .name =
                            rd_intern_string(&builder->strings, rule->row.name),
                        .flags = rule->flags };
  for (size_t i = 0; i < builder->rules.size; i++)
    if (builder->rules.data[i].name == made.name) {
      builder->rules.data[i].flags |= made.flags;
      return (uint32_t)i;
    }
  ARRAY_PUSH(&builder->rules, made);
  return (uint32_t)(builder->rules.size - 1);
}

void rd_builder_rewrite(rd_builder *builder, uint32_t rule)
{
  assert(rule < builder->rules.size);
  rd_rewrite made = { .rule = rule, .first = (uint32_t)builder->edits.size };
  ARRAY_PUSH(&builder->rewrites, made);
}

static void add_edit(rd_builder *builder, uint32_t node, rd_rewrite_op op,
                     uint32_t arg)
{
  assert(builder->rewrites.size > 0 && node < builder->nodes.size);
  rd_rewrite_edit edit = { .node = node, .op = op, .arg = arg };
  ARRAY_PUSH(&builder->edits, edit);
  builder->rewrites.data[builder->rewrites.size - 1].count++;
}

void rd_builder_edit_drop(rd_builder *builder, uint32_t node)
{
  add_edit(builder, node, RD_REWRITE_DROP, 0);
}

void rd_builder_edit_text(rd_builder *builder, uint32_t node, const char *text)
{
  add_edit(builder, node, RD_REWRITE_TEXT, rd_builder_weighed(builder, text));
}

void rd_builder_edit_lift(rd_builder *builder, uint32_t node,
                          uint32_t descendant)
{
  assert(descendant > node && descendant < builder->nodes.size);
  add_edit(builder, node, RD_REWRITE_LIFT, descendant);
}

/* ---- freezing ---- */

/* False if the edit lost its node or its meaning: a node and the descendant to
 * be lifted may have become one. */
static bool settle_edit(rd_rewrite_edit *edit, const uint32_t *map)
{
  edit->node = map[edit->node];
  if (edit->op == RD_REWRITE_LIFT)
    edit->arg = map[edit->arg];
  return edit->node != RD_NONE &&
         (edit->op != RD_REWRITE_LIFT ||
          (edit->arg != RD_NONE && edit->arg > edit->node));
}

void rd_builder_settle_rewrites(rd_builder *builder, const uint32_t *map)
{
  size_t kept = 0;
  for (size_t i = 0; i < builder->rewrites.size; i++) {
    rd_rewrite at = builder->rewrites.data[i];
    bool whole = at.count > 0;
    for (uint32_t j = 0; j < at.count; j++)
      whole &= settle_edit(&builder->edits.data[at.first + j], map);
    if (whole)
      builder->rewrites.data[kept++] = at;
  }
  builder->rewrites.size = kept;
}

/* ---- reading ---- */

uint32_t rd_tree_rule_count(const rd_tree *tree)
{
  return rd_tree_count(tree, RD_SECTION_RULES);
}

static const rd_tree_rule *rule_at(const rd_tree *tree, uint32_t rule)
{
  assert(rule < rd_tree_rule_count(tree));
  return (const rd_tree_rule *)rd_tree_section(tree, RD_SECTION_RULES) + rule;
}

const char *rd_tree_rule_name(const rd_tree *tree, uint32_t rule)
{
  return rd_tree_string(tree, rule_at(tree, rule)->name);
}

uint32_t rd_tree_rule_flags(const rd_tree *tree, uint32_t rule)
{
  return rule_at(tree, rule)->flags;
}

uint32_t rd_tree_rewrite_count(const rd_tree *tree)
{
  return rd_tree_count(tree, RD_SECTION_REWRITES);
}

const rd_rewrite *rd_tree_rewrite(const rd_tree *tree, uint32_t rewrite)
{
  assert(rewrite < rd_tree_rewrite_count(tree));
  return (const rd_rewrite *)rd_tree_section(tree, RD_SECTION_REWRITES) +
         rewrite;
}

const rd_rewrite_edit *rd_tree_rewrite_edits(const rd_tree *tree,
                                             uint32_t rewrite)
{
  return (const rd_rewrite_edit *)rd_tree_section(tree, RD_SECTION_EDITS) +
         rd_tree_rewrite(tree, rewrite)->first;
}
