/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unify: replaces one symbol by another.
 *
 * Every use of a symbol is changed to name another one of the same kind and
 * type, and its declaration is dropped. The other one has to be declared
 * before. The nearest ones are tried first, and only a few. Dropping a
 * parameter can fail, since its callers pass a value for it: an alternative
 * replaces only the names, which gains nothing except for the removals that it
 * enables.
 */
#include "../pass.h"

enum { MOST_OTHERS = 4 };

static bool is_variable(uint32_t kind)
{
  return kind == RD_SYMBOL_VARIABLE || kind == RD_SYMBOL_PARAMETER;
}

/* Are all its uses visible names? */
static bool is_open(const rd_config *config, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(config->tree, number);
  const rd_use *uses = rd_tree_uses(config->tree, number);
  for (uint32_t i = 0; i < symbol->use_count; i++)
    if (uses[i].kind != RD_USE_NAME ||
        rd_view_resolve(config, uses[i].node) == RD_NONE)
      return false;
  return symbol->use_count > 0 && symbol->decl_count > 0;
}

static uint16_t type_of(const rd_tree *tree, uint32_t number)
{
  const rd_use *uses = rd_tree_uses(tree, number);
  return rd_tree_at(tree, uses[0].node)->type;
}

/* May `other` replace `number`? Both are open. */
static bool fits(const rd_tree *tree, uint32_t number, uint32_t other)
{
  const rd_symbol *a = rd_tree_symbol(tree, number);
  const rd_symbol *b = rd_tree_symbol(tree, other);
  return a->name != b->name && *rd_tree_string(tree, b->name) &&
         (a->kind == b->kind ||
          (is_variable(a->kind) && is_variable(b->kind))) &&
         rd_tree_decls(tree, other)[0] < rd_tree_uses(tree, number)[0].node &&
         type_of(tree, number) == type_of(tree, other);
}

static void put_name(rd_deltas *out, const rd_sight *sight, uint32_t number,
                     uint32_t other)
{
  const rd_tree *tree = sight->config->tree;
  const rd_symbol *symbol = rd_tree_symbol(tree, number);
  const rd_use *uses = rd_tree_uses(tree, number);
  uint32_t text =
      rd_config_text_of(sight->config, rd_tree_symbol(tree, other)->name);
  rd_deltas_open(out, uses[0].node);
  rd_deltas_flag(out, RD_DELTA_CHECKED);
  for (uint32_t i = 0; i < symbol->use_count; i++)
    rd_deltas_edit(
        out, (rd_edit){ .node = uses[i].node, .op = RD_TEXT, .arg = text }, 0);
}

static void add_unified(rd_deltas *out, const rd_sight *sight, uint32_t number,
                        uint32_t other)
{
  const rd_tree *tree = sight->config->tree;
  const rd_symbol *symbol = rd_tree_symbol(tree, number);
  const uint32_t *decls = rd_tree_decls(tree, number);
  put_name(out, sight, number, other);
  for (uint32_t i = 0; i < symbol->decl_count; i++)
    rd_deltas_edit(out, (rd_edit){ .node = decls[i], .op = RD_DROP },
                   rd_view_tokens(sight->config, decls[i]));
  if (symbol->kind != RD_SYMBOL_PARAMETER)
    return;
  put_name(out, sight, number, other);
  rd_deltas_flag(out, RD_DELTA_GROWS);
}

void rd_pass_unify(rd_deltas *out, const rd_sight *sight)
{
  const rd_tree *tree = sight->config->tree;
  uint32_t count = rd_tree_symbol_count(tree);
  for (uint32_t number = 0; number < count; number++) {
    if (!is_open(sight->config, number))
      continue;
    uint32_t others = 0;
    for (uint32_t i = count; i-- > 0 && others < MOST_OTHERS;) {
      if (i == number || !is_open(sight->config, i) || !fits(tree, number, i))
        continue;
      add_unified(out, sight, number, i);
      others++;
    }
  }
}
