/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Renaming symbols.
 *
 * A symbol can be renamed if every token that spells its name is known to name
 * it (or another symbol that can be renamed). A token that spells a name and
 * belongs to no symbol is foreign: an undeclared function, a word of a
 * directive, a use that the front end missed. A foreign spelling stays, is
 * never given as a new name, and no symbol with that name is renamed. So a
 * missed name never changes the meaning of a text, and scopes need no checks:
 * all names of the new text differ.
 *
 * Names are assigned anew for each set of symbols that is tried, in the order
 * in which the symbols appear, skipping the names of symbols outside the set.
 * The final set therefore has the names that a second run would assign, and
 * that run asks nothing.
 */
#include "reduce/rename.h"

#include <stdlib.h>
#include <string.h>

#include "reduction.h"

enum { NOBODY = UINT32_MAX, CONTESTED = UINT32_MAX - 1 };

/* A symbol that may be renamed. */
struct item {
  uint32_t symbol;
  uint32_t first; /* its first leaf */
  bool chosen;    /* in the set being tried */
  bool settled;   /* in the set that was found to hold */
  char name[RD_NAME_SIZE];
};

struct renamer {
  const rd_tree *tree;
  const rd_naming *naming;
  const rd_renaming_options *options;
  rd_renaming *out;
  rd_cache *asked;  /* two sets may give the same text */
  uint32_t *owners; /* by leaf: symbol, later item; or NOBODY, CONTESTED */
  ARRAY(struct item) items;
  ARRAY(uint32_t) foreign; /* leaves, by spelling */
};

/* ---- spellings ---- */

static const char *spelling(const rd_tree *tree, uint32_t leaf, size_t *size)
{
  const rd_node *at = rd_tree_at(tree, rd_tree_leaf(tree, leaf));
  *size = at->end - at->begin;
  return rd_tree_text(tree, NULL) + at->begin;
}

static int compare_text(const char *a, size_t a_size, const char *b,
                        size_t b_size)
{
  int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
  return order ? order : (a_size > b_size) - (a_size < b_size);
}

static int by_spelling(const void *a, const void *b, void *tree)
{
  size_t x_size, y_size;
  const char *x = spelling(tree, *(const uint32_t *)a, &x_size);
  const char *y = spelling(tree, *(const uint32_t *)b, &y_size);
  return compare_text(x, x_size, y, y_size);
}

static bool is_foreign(const struct renamer *r, const char *name)
{
  size_t low = 0, high = r->foreign.size, length = strlen(name);
  while (low < high) {
    size_t middle = low + (high - low) / 2, size;
    const char *text = spelling(r->tree, r->foreign.data[middle], &size);
    int order = compare_text(text, size, name, length);
    if (!order)
      return true;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

static const char *old_name(const struct renamer *r, const struct item *item)
{
  return rd_tree_string(r->tree, rd_tree_symbol(r->tree, item->symbol)->name);
}

/* ---- owners of leaves ---- */

static bool spells(const struct renamer *r, uint32_t node, const char *name)
{
  const rd_node *at = rd_tree_at(r->tree, node);
  size_t size = at->end - at->begin;
  return at->size == 1 && size == strlen(name) &&
         !memcmp(rd_tree_text(r->tree, NULL) + at->begin, name, size);
}

/* Could it be renamed, judging by the symbol alone? */
static bool is_candidate(const struct renamer *r, uint32_t symbol)
{
  const rd_symbol *at = rd_tree_symbol(r->tree, symbol);
  const char *name = rd_tree_string(r->tree, at->name);
  const rd_use *uses = rd_tree_uses(r->tree, symbol);
  const uint32_t *names = rd_tree_names(r->tree, symbol);
  if (!*name || !at->name_count ||
      r->naming->stays(r->naming->payload, (rd_symbol_kind)at->kind, name))
    return false;
  for (uint32_t i = 0; i < at->use_count; i++)
    if (uses[i].kind != RD_USE_NAME || !spells(r, uses[i].node, name))
      return false;
  for (uint32_t i = 0; i < at->name_count; i++)
    if (!spells(r, names[i], name))
      return false;
  return true;
}

static void own(struct renamer *r, uint32_t node, uint32_t symbol,
                uint32_t *first)
{
  uint32_t leaf = rd_tree_at(r->tree, node)->token;
  bool contested = r->owners[leaf] != NOBODY && r->owners[leaf] != symbol;
  r->owners[leaf] = contested ? CONTESTED : symbol;
  if (leaf < *first)
    *first = leaf;
}

static void add_item(struct renamer *r, uint32_t symbol)
{
  const rd_symbol *at = rd_tree_symbol(r->tree, symbol);
  const rd_use *uses = rd_tree_uses(r->tree, symbol);
  const uint32_t *names = rd_tree_names(r->tree, symbol);
  struct item item = { .symbol = symbol, .first = UINT32_MAX };
  for (uint32_t i = 0; i < at->name_count; i++)
    own(r, names[i], symbol, &item.first);
  for (uint32_t i = 0; i < at->use_count; i++)
    own(r, uses[i].node, symbol, &item.first);
  ARRAY_PUSH(&r->items, item);
}

static int by_first(const void *a, const void *b)
{
  const struct item *x = a, *y = b;
  return (x->first > y->first) - (x->first < y->first);
}

static void collect_foreign(struct renamer *r)
{
  for (uint32_t i = 0; i < rd_tree_leaf_count(r->tree); i++)
    if (r->owners[i] == NOBODY || r->owners[i] == CONTESTED)
      ARRAY_PUSH(&r->foreign, i);
  if (r->foreign.size)
    qsort_r(r->foreign.data, r->foreign.size, sizeof *r->foreign.data,
            by_spelling, (void *)(uintptr_t)r->tree);
}

/* Keeps only items whose name has no foreign spelling, in order. */
static void collect_items(struct renamer *r)
{
  uint32_t leaves = rd_tree_leaf_count(r->tree);
  uint32_t symbols = rd_tree_symbol_count(r->tree);
  r->owners = mem_alloc(leaves, sizeof *r->owners);
  memset(r->owners, 0xff, leaves * sizeof *r->owners);
  for (uint32_t i = 0; i < symbols; i++)
    if (is_candidate(r, i))
      add_item(r, i);
  collect_foreign(r);
  size_t left = 0;
  for (size_t i = 0; i < r->items.size; i++)
    if (!is_foreign(r, old_name(r, &r->items.data[i])))
      r->items.data[left++] = r->items.data[i];
  r->items.size = left;
  if (left)
    qsort(r->items.data, left, sizeof *r->items.data, by_first);
  uint32_t *item_of = mem_alloc(symbols, sizeof *item_of);
  memset(item_of, 0xff, symbols * sizeof *item_of);
  for (uint32_t i = 0; i < left; i++)
    item_of[r->items.data[i].symbol] = i;
  for (uint32_t i = 0; i < leaves; i++)
    if (r->owners[i] != NOBODY && r->owners[i] != CONTESTED)
      r->owners[i] = item_of[r->owners[i]];
  free(item_of);
}

/* ---- names ---- */

/* Is the name in use once the items before `end` have their new ones? */
static bool is_taken(const struct renamer *r, const char *name, size_t end)
{
  if (!r->naming->is_allowed(r->naming->payload, name) || is_foreign(r, name))
    return true;
  for (size_t i = 0; i < r->items.size; i++) {
    const struct item *item = &r->items.data[i];
    if (item->chosen ? i < end && !strcmp(item->name, name)
                     : !strcmp(old_name(r, item), name))
      return true;
  }
  return false;
}

static void give_names(struct renamer *r)
{
  uint32_t next[RD_SYMBOL_KINDS] = { 0 };
  for (size_t i = 0; i < r->items.size; i++) {
    struct item *item = &r->items.data[i];
    uint32_t kind = rd_tree_symbol(r->tree, item->symbol)->kind;
    if (!item->chosen)
      continue;
    do {
      r->naming->name(item->name, r->naming->payload, (rd_symbol_kind)kind,
                      next[kind]++);
    } while (is_taken(r, item->name, i));
  }
}

static void render(textbuf *out, const struct renamer *r)
{
  size_t size, at = 0;
  const char *text = rd_tree_text(r->tree, &size);
  for (uint32_t i = 0; i < rd_tree_leaf_count(r->tree); i++) {
    const rd_node *leaf = rd_tree_at(r->tree, rd_tree_leaf(r->tree, i));
    if (r->owners[i] == NOBODY || r->owners[i] == CONTESTED ||
        !r->items.data[r->owners[i]].chosen)
      continue;
    text_add(out, text + at, leaf->begin - at);
    text_puts(out, r->items.data[r->owners[i]].name);
    at = leaf->end;
  }
  text_add(out, text + at, size - at);
}

/* ---- asking ---- */

static rd_status ask(bool *interesting_out, const struct renamer *r,
                     const textbuf *text, rd_error *err)
{
  const rd_renaming_options *options = r->options;
  rd_key key = rd_key_of(text->data, text->size);
  rd_verdict verdict = RD_UNINTERESTING;
  uint32_t answer = RD_VERDICT_COUNT;
  rd_status status = RD_OK;
  if (options->stop && *options->stop)
    return rd_fail(err, RD_ERR_STOPPED, "stopped");
  if (rd_cache_find(&verdict, r->asked, key)) {
    *interesting_out = verdict == RD_INTERESTING;
    return RD_OK;
  }
  if (options->log)
    (void)rd_log_find(&answer, options->log, RD_LOG_TEST, text->data,
                      text->size);
  if (answer < RD_VERDICT_COUNT)
    verdict = (rd_verdict)answer;
  else
    status =
        rd_ask_alone(&verdict, options->oracle, text->data, text->size, err);
  if (status != RD_OK)
    return status;
  if (options->log && answer == RD_VERDICT_COUNT)
    rd_log_add(options->log, RD_LOG_TEST, text->data, text->size,
               (uint32_t)verdict);
  r->out->tests++;
  r->out->verdicts[verdict]++;
  rd_cache_add(r->asked, key, verdict);
  *interesting_out = verdict == RD_INTERESTING;
  return RD_OK;
}

/* Tries to rename [begin, end) as well. */
static rd_status try_range(bool *holds_out, struct renamer *r, size_t begin,
                           size_t end, rd_error *err)
{
  textbuf text = { 0 };
  for (size_t i = 0; i < r->items.size; i++)
    r->items.data[i].chosen =
        r->items.data[i].settled || (i >= begin && i < end);
  give_names(r);
  text_add(&text, "", 0);
  render(&text, r);
  *holds_out =
      text.size == r->out->size && !memcmp(text.data, r->out->text, text.size);
  rd_status status = RD_OK;
  if (!*holds_out)
    status = ask(holds_out, r, &text, err);
  if (*holds_out) {
    free(r->out->text);
    r->out->text = text_take(&text, &r->out->size);
    for (size_t i = begin; i < end; i++)
      r->items.data[i].settled = true;
  }
  text_free(&text);
  return status;
}

struct range {
  size_t begin, end;
};

static rd_status search(struct renamer *r, rd_error *err)
{
  ARRAY(struct range) left = { 0 };
  rd_status status = RD_OK;
  if (r->items.size)
    ARRAY_PUSH(&left, ((struct range){ 0, r->items.size }));
  while (left.size && status == RD_OK) {
    struct range at = left.data[--left.size];
    bool holds = false;
    status = try_range(&holds, r, at.begin, at.end, err);
    size_t middle = at.begin + (at.end - at.begin) / 2;
    if (status != RD_OK || holds)
      continue;
    if (middle == at.begin) {
      r->out->kept++;
      continue;
    }
    ARRAY_PUSH(&left, ((struct range){ middle, at.end }));
    ARRAY_PUSH(&left, ((struct range){ at.begin, middle }));
  }
  free(left.data);
  return status;
}

/* Counts the symbols that have another name in the final text. */
static uint32_t count_renamed(struct renamer *r)
{
  uint32_t renamed = 0;
  for (size_t i = 0; i < r->items.size; i++)
    r->items.data[i].chosen = r->items.data[i].settled;
  give_names(r);
  for (size_t i = 0; i < r->items.size; i++) {
    const struct item *item = &r->items.data[i];
    renamed += item->chosen && strcmp(item->name, old_name(r, item)) != 0;
  }
  return renamed;
}

rd_status rd_rename(rd_renaming *out, const rd_tree *tree,
                    const rd_naming *naming, const rd_renaming_options *options,
                    rd_error *err)
{
  struct renamer r = { .tree = tree,
                       .naming = naming,
                       .options = options,
                       .out = out,
                       .asked = rd_cache_new(0) };
  const char *text = rd_tree_text(tree, &out->size);
  *out = (rd_renaming){ .text = mem_copy_bytes(text, out->size),
                        .size = out->size };
  collect_items(&r);
  rd_status status = search(&r, err);
  out->renamed = count_renamed(&r);
  rd_cache_free(r.asked);
  free(r.owners);
  free(r.items.data);
  free(r.foreign.data);
  return status;
}

void rd_renaming_dispose(rd_renaming *renaming)
{
  free(renaming->text);
  *renaming = (rd_renaming){ 0 };
}
