/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Failed deltas, so that rounds before the last do not try them again.
 *
 * Each round has its own tree, so a delta is identified by texts: for each edit
 * the old text, the new text, and the *element* around it, which is the nearest
 * list element above the node: the statement, declaration or parameter that
 * contains it. A change in the element is the most common reason for a failed
 * delta to succeed later (a type can be removed after the initial value), and
 * it changes the key. Changes elsewhere do so too rarely to justify another
 * test: on eighteen real cases the key with the whole top-level item cost 5 %
 * more tests (geometric mean), and the key without any context 4 %, because
 * more was left for the last round to find. That round tries everything, so a
 * key that is too coarse loses nothing.
 *
 * Keys are 64-bit hashes. A collision or forgetting costs at most one test.
 */
#include "failures.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { MOST_KEYS = 512 * 1024 };

void rd_failures_dispose(rd_failures *failures)
{
  map_free(&failures->keys);
  map_free(&failures->lifts);
  text_free(&failures->text);
}

bool rd_failures_has(const rd_failures *failures, uint64_t key)
{
  return map_find(&failures->keys, key) != MAP_NONE;
}

void rd_failures_add(rd_failures *failures, uint64_t key)
{
  size_t most = failures->most ? failures->most : MOST_KEYS;
  if (failures->keys.size == most && !rd_failures_has(failures, key))
    map_free(&failures->keys);
  map_put(&failures->keys, key, 1);
}

/* ---- keys ---- */

/* Texts are added as their hashes: many deltas are in one element, which is large. */
static void add_hash(textbuf *out, uint64_t hash)
{
  text_add(out, &hash, sizeof hash);
}

static void add_node(textbuf *out, rd_renderer *renderer, uint32_t node)
{
  add_hash(out, rd_renderer_part_hash(renderer, node));
}

static void add_edit(textbuf *out, rd_renderer *renderer,
                     const rd_config *config, rd_edit edit)
{
  uint32_t around = rd_renderer_element(renderer, edit.node);
  add_node(out, renderer, edit.node);
  const char *string = rd_config_string(config, edit);
  if (edit.op == RD_LIFT)
    add_node(out, renderer, edit.arg);
  else
    add_hash(out, hash_bytes(string, strlen(string)));
  if (around != RD_NONE)
    add_node(out, renderer, around);
}

uint64_t rd_failures_key(rd_failures *failures, rd_renderer *renderer,
                         const rd_config *config, const rd_edit *edits,
                         size_t count)
{
  text_clear(&failures->text);
  for (size_t i = 0; i < count; i++)
    add_edit(&failures->text, renderer, config, edits[i]);
  return hash_bytes(failures->text.data, failures->text.size);
}

/* ---- lifts by kind ---- */

/* So many failures for each success, and as many before the first, are a habit. */
enum { FAILURES = 8, COUNT_BITS = 16, MOST_COUNTED = 0x7fff };

static uint64_t hash_kind(const rd_tree *tree, uint32_t node)
{
  const char *kind = rd_tree_kind_name(tree, rd_tree_at(tree, node)->kind);
  return hash_bytes(kind, strlen(kind));
}

uint64_t rd_failures_lift(const char *pass, const rd_config *config,
                          const rd_deltas *deltas, uint32_t number)
{
  enum { PRIME = 31 };
  const rd_delta *delta = &deltas->list.data[number];
  const rd_edit *edit = &deltas->edits.data[delta->begin];
  if (delta->count != 1 || edit->op != RD_LIFT)
    return 0;
  uint32_t from = rd_view_resolve(config, edit->arg);
  uint64_t kinds = hash_kind(config->tree, edit->node) * PRIME +
                   hash_kind(config->tree, from);
  return (hash_bytes(pass, strlen(pass)) * PRIME + kinds) | 1;
}

static uint32_t counts_of(const rd_failures *failures, uint64_t lift)
{
  uint32_t counts = lift ? map_find(&failures->lifts, lift) : 0;
  return counts == MAP_NONE ? 0 : counts;
}

void rd_failures_count(rd_failures *failures, uint64_t lift, bool fits)
{
  uint32_t counts = counts_of(failures, lift);
  uint32_t shift = fits ? COUNT_BITS : 0;
  if (lift && (counts >> shift & MOST_COUNTED) < MOST_COUNTED)
    map_put(&failures->lifts, lift, counts + (UINT32_C(1) << shift));
}

bool rd_failures_expects(const rd_failures *failures, uint64_t lift)
{
  uint32_t counts = counts_of(failures, lift);
  return (counts & MOST_COUNTED) >= FAILURES * ((counts >> COUNT_BITS) + 1);
}
