/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What goes with the last use of it.
 *
 * Some languages reject an import or a local variable that nothing uses (Go,
 * Zig). There no statement with the last use can go alone, nor the declaration.
 * So each candidate drops such declarations as well; what they used may then be
 * unused in its turn. A text that is put somewhere may use what stood there.
 *
 * In all languages, what only the removed part needed is dead weight: to take it
 * along saves the test of the pass `unused` (byte_reg: 8 of 31 until 95 % of the
 * text is gone).
 */
#include "last_uses.h"

#include <stdlib.h>
#include <string.h>

#include "joint.h"
#include "liveness.h"

static bool has_to_be_used(const rd_tree *tree, uint32_t symbol)
{
  return rd_tree_symbol(tree, symbol)->flags & RD_SYMBOL_USED;
}

static bool has_any(const rd_tree *tree)
{
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++)
    if (has_to_be_used(tree, i))
      return true;
  return false;
}

/* What nothing used before is what the language does not count, as `_` or a
 * variable that only the declaring statement uses: it stays. */
static void add_edits(rd_edit_list *edits, const rd_liveness *before,
                      const rd_liveness *liveness)
{
  const rd_tree *tree = liveness->tree;
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const uint32_t *decls = rd_tree_decls(tree, i);
    if (liveness->live[i] || !before->live[i] || !has_to_be_used(tree, i))
      continue;
    for (uint32_t k = 0; k < rd_tree_symbol(tree, i)->decl_count; k++)
      if (rd_liveness_goes(liveness, decls[k]))
        ARRAY_PUSH(edits, rd_liveness_edit(liveness, decls[k]));
  }
}

static bool names(const char *text, const char *name)
{
  size_t size = strlen(name);
  const char *at = size ? strstr(text, name) : NULL;
  while (at && (rd_is_word(at[size]) || (at > text && rd_is_word(at[-1]))))
    at = strstr(at + 1, name);
  return at != NULL;
}

/* What is used in the place of the edit, and named by what it puts there, is used
 * still. */
static void keep_named(rd_liveness *out, const rd_config *config,
                       const rd_edit *edit)
{
  const rd_tree *tree = config->tree;
  uint32_t end = edit->node + rd_tree_at(tree, edit->node)->size;
  const char *text = rd_config_string(config, *edit);
  for (uint32_t i = 0; *text && i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *symbol = rd_tree_symbol(tree, i);
    const rd_use *uses = rd_tree_uses(tree, i);
    bool is_used = false;
    for (uint32_t k = 0; k < symbol->use_count && has_to_be_used(tree, i); k++)
      is_used |= uses[k].node >= edit->node && uses[k].node < end;
    if (is_used && names(text, rd_tree_string(tree, symbol->name)))
      rd_liveness_make_live(out, i);
  }
}

/* Finds what is used once the first `count` edits are made, starting from all
 * that need not be. */
static void find_live(rd_liveness *out, const rd_sight *sight,
                      const rd_edit_list *edits, size_t count)
{
  const rd_tree *tree = sight->config->tree;
  rd_liveness_init(out, sight);
  for (size_t i = 0; i < count; i++)
    rd_liveness_edit_out(out, &edits->data[i]);
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++)
    if (!has_to_be_used(tree, i))
      rd_liveness_make_live(out, i);
  for (size_t i = 0; i < count; i++)
    keep_named(out, sight->config, &edits->data[i]);
  rd_liveness_find(out);
}

void rd_last_uses_add(rd_edit_list *edits, rd_config *config)
{
  rd_liveness before, after;
  if (!has_any(config->tree))
    return;
  rd_sight sight = { .config = config };
  uint32_t *places = rd_places_below(&sight.count, config, 0);
  sight.places = places;
  find_live(&before, &sight, edits, 0);
  find_live(&after, &sight, edits, edits->size);
  add_edits(edits, &before, &after);
  rd_liveness_dispose(&before);
  rd_liveness_dispose(&after);
  free(places);
}

void rd_last_needs_add(rd_edit_list *edits, rd_config *config)
{
  rd_liveness before, after;
  rd_sight sight = { .config = config };
  uint32_t *places = rd_places_below(&sight.count, config, 0);
  sight.places = places;
  rd_liveness_init_unused(&before, &sight);
  rd_liveness_init_unused(&after, &sight);
  for (size_t i = 0; i < edits->size; i++)
    rd_liveness_edit_out(&after, &edits->data[i]);
  rd_liveness_find(&before);
  rd_liveness_find(&after);
  for (uint32_t i = 0; i < rd_tree_size(config->tree); i++)
    if (rd_liveness_goes(&after, i) && !(before.nodes[i] & RD_LIVE_COVERED))
      ARRAY_PUSH(edits, rd_liveness_edit(&after, i));
  rd_liveness_dispose(&before);
  rd_liveness_dispose(&after);
  free(places);
}
