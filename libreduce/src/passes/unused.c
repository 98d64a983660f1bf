/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unused: drops all symbols that the rest does not need, in one test.
 *
 * Defined functions and variables that other files could see are live from the
 * start: a compiler generates code for them, so the crash may lie in one (lists
 * and bodies handle them); it ignores other unused symbols. The declarations of
 * a symbol go together; a declaration of several things that are all dead goes
 * as a whole.
 */
#include <stdlib.h>
#include <string.h>

#include "../liveness.h"

static void add_edit(rd_deltas *out, const rd_sight *sight,
                     const rd_liveness *liveness, uint32_t node)
{
  rd_deltas_edit(out, rd_liveness_edit(liveness, node),
                 rd_view_tokens(sight->config, node));
}

/* Adds the symbol's nodes; `taken` prevents adding a node twice. */
static void add_symbol(rd_deltas *out, const rd_sight *sight,
                       const rd_liveness *liveness, bool *taken,
                       uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(liveness->tree, number);
  const uint32_t *decls = rd_tree_decls(liveness->tree, number);
  bool open = false;
  for (uint32_t i = 0; i < symbol->decl_count; i++) {
    if (taken[decls[i]] || !rd_liveness_goes(liveness, decls[i]))
      continue;
    taken[decls[i]] = true;
    if (!open)
      rd_deltas_open(out, decls[i]);
    open = true;
    add_edit(out, sight, liveness, decls[i]);
  }
}

/* Adds gates that declare no symbol by themselves. */
static void add_wholes(rd_deltas *out, const rd_sight *sight,
                       const rd_liveness *liveness, const bool *taken)
{
  for (uint32_t i = 0; i < rd_tree_size(liveness->tree); i++) {
    if (taken[i] || !rd_liveness_goes(liveness, i))
      continue;
    rd_deltas_open(out, i);
    add_edit(out, sight, liveness, i);
  }
}

void rd_pass_unused(rd_deltas *out, const rd_sight *sight)
{
  const rd_tree *tree = sight->config->tree;
  uint32_t count = rd_tree_symbol_count(tree);
  rd_liveness liveness;
  if (count == 0)
    return;
  rd_liveness_init_unused(&liveness, sight);
  rd_liveness_find(&liveness);
  bool *taken = mem_alloc(rd_tree_size(tree), sizeof *taken);
  for (uint32_t i = 0; i < count; i++)
    if (!liveness.live[i] && rd_liveness_is_unit(rd_tree_symbol(tree, i)))
      add_symbol(out, sight, &liveness, taken, i);
  add_wholes(out, sight, &liveness, taken);
  rd_deltas_sort(out);
  free(taken);
  rd_liveness_dispose(&liveness);
}

void rd_keep_unused(bool *stays_out, const rd_sight *sight,
                    const rd_deltas *deltas, const uint32_t *seeds,
                    size_t count)
{
  rd_liveness liveness;
  rd_liveness_init_unused(&liveness, sight);
  rd_liveness_keep_whole(&liveness, deltas);
  rd_liveness_keep(stays_out, &liveness, deltas, seeds, count);
  rd_liveness_dispose(&liveness);
}
