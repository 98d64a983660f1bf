/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unify: replaces one symbol by another.
 *
 * Every use of a symbol is changed to name another one of the same kind and
 * type, and its declaration is dropped. The other one has to be declared
 * before. A name that can mean nothing else, as that of a template's argument, is a
 * use as well. The nearest ones are tried first, and only a few. Dropping a parameter
 * can fail, since its callers pass a value for it: an alternative replaces only the
 * names, which gains nothing except for the removals that it enables.
 */
#include "../guarded.h"
#include "../pass.h"

enum { MOST_OTHERS = 4 };

/* The leaves that name a symbol outside of its declarations. */
typedef ARRAY(uint32_t) leaf_list;

static bool is_variable(uint32_t kind)
{
  return kind == RD_SYMBOL_VARIABLE || kind == RD_SYMBOL_PARAMETER;
}

/* False if one is no visible name. */
static bool list_uses(leaf_list *out, const rd_config *config, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(config->tree, number);
  const rd_use *uses = rd_tree_uses(config->tree, number);
  for (uint32_t i = 0; i < symbol->use_count; i++) {
    if (uses[i].kind != RD_USE_NAME ||
        rd_view_resolve(config, uses[i].node) == RD_NONE)
      return false;
    ARRAY_PUSH(out, uses[i].node);
  }
  return true;
}

/* Empty unless all uses are visible names. Those of a name that may mean something else
 * are left out. */
static leaf_list list_leaves(const rd_config *config, const rd_guarded *guarded,
                             uint32_t number)
{
  leaf_list out = { 0 };
  const rd_symbol *symbol = rd_tree_symbol(config->tree, number);
  const uint32_t *guards = rd_tree_guards(config->tree, number);
  bool all = symbol->decl_count > 0 && list_uses(&out, config, number);
  for (uint32_t i = 0; i < symbol->guard_count && all; i++) {
    const uint32_t *first = &guarded->first[guards[i]];
    if (rd_tree_symbol(config->tree, guards[i])->kind == RD_SYMBOL_NAME &&
        first[1] - first[0] == 1)
      all = list_uses(&out, config, guards[i]);
  }
  if (!all)
    out.size = 0;
  return out;
}

/* May `other` replace `number`? Both have leaves. */
static bool fits(const rd_tree *tree, const leaf_list *leaves, uint32_t number,
                 uint32_t other)
{
  const rd_symbol *a = rd_tree_symbol(tree, number);
  const rd_symbol *b = rd_tree_symbol(tree, other);
  const uint32_t from = leaves[number].data[0], to = leaves[other].data[0];
  return a->name != b->name && *rd_tree_string(tree, b->name) &&
         (a->kind == b->kind ||
          (is_variable(a->kind) && is_variable(b->kind))) &&
         rd_tree_decls(tree, other)[0] < from &&
         rd_tree_at(tree, from)->type == rd_tree_at(tree, to)->type;
}

static void put_name(rd_deltas *out, const rd_sight *sight,
                     const leaf_list *leaves, uint32_t other)
{
  const rd_tree *tree = sight->config->tree;
  uint32_t text =
      rd_config_text_of(sight->config, rd_tree_symbol(tree, other)->name);
  rd_deltas_open(out, leaves->data[0]);
  rd_deltas_flag(out, RD_DELTA_CHECKED);
  for (size_t i = 0; i < leaves->size; i++)
    rd_deltas_edit(
        out, (rd_edit){ .node = leaves->data[i], .op = RD_TEXT, .arg = text },
        0);
}

static void add_unified(rd_deltas *out, const rd_sight *sight,
                        const leaf_list *leaves, uint32_t number,
                        uint32_t other)
{
  const rd_tree *tree = sight->config->tree;
  const rd_symbol *symbol = rd_tree_symbol(tree, number);
  const uint32_t *decls = rd_tree_decls(tree, number);
  put_name(out, sight, leaves, other);
  for (uint32_t i = 0; i < symbol->decl_count; i++)
    rd_deltas_edit(out, (rd_edit){ .node = decls[i], .op = RD_DROP },
                   rd_view_tokens(sight->config, decls[i]));
  if (symbol->kind != RD_SYMBOL_PARAMETER)
    return;
  put_name(out, sight, leaves, other);
  rd_deltas_flag(out, RD_DELTA_GROWS);
}

void rd_pass_unify(rd_deltas *out, const rd_sight *sight)
{
  const rd_tree *tree = sight->config->tree;
  uint32_t count = rd_tree_symbol_count(tree);
  leaf_list *leaves = mem_alloc(count, sizeof *leaves);
  rd_guarded guarded;
  rd_guarded_init(&guarded, tree);
  for (uint32_t i = 0; i < count; i++)
    leaves[i] = list_leaves(sight->config, &guarded, i);
  for (uint32_t number = 0; number < count; number++) {
    uint32_t others = 0;
    for (uint32_t i = count;
         leaves[number].size && i-- > 0 && others < MOST_OTHERS;) {
      if (i == number || !leaves[i].size || !fits(tree, leaves, number, i))
        continue;
      add_unified(out, sight, &leaves[number], number, i);
      others++;
    }
  }
  for (uint32_t i = 0; i < count; i++)
    ARRAY_FREE(&leaves[i]);
  free(leaves);
  rd_guarded_dispose(&guarded);
}
