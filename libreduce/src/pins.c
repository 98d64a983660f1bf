/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pins: a declaration is pinned while a use of its name remains that no other
 * declaration serves. What an edit puts into the text counts as one if the name
 * is in it: a rule moves a declaration so.
 *
 * Most compilers reject a text without a pinned declaration, and in the large
 * lists of a file most declarations are pinned. On eighteen real cases such
 * tests were a third of all; except for functions and tags, which C allows to
 * be used undeclared, none of 530 succeeded. The pass `unused` takes
 * declarations that are no longer pinned.
 *
 * The nodes that edits remove are kept as spans of node numbers, each with the
 * unit that it belongs to; a lift leaves a hole. The renderer, whose base is
 * the present text, knows which nodes are visible.
 */
#include "pins.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "declared.h"
#include "joint.h"

/* Uses mostly follow declarations, so one round from the end settles almost
 * all. A declaration that should be pinned only after these rounds costs a
 * test. */
enum { MOST_ROUNDS = 16 };

/* Nodes [begin, end) are removed with unit number `owner`. */
struct span {
  uint32_t begin, end;
  uint32_t owner;
  const char *text; /* that replaces them; NULL: they are dropped */
};

struct rd_pins {
  const rd_config *config;
  const rd_tree *tree;
  rd_declared declared;
  ARRAY(struct span) spans; /* disjoint or equal, ascending */
  ARRAY(bool) stays;        /* by owner: is it pinned? */
  map words;                /* of texts of spans, by hash: an owner of one */
  size_t worded;            /* so many spans have theirs there */
};

rd_pins *rd_pins_new(const rd_config *config)
{
  rd_pins *pins = mem_alloc(1, sizeof *pins);
  pins->config = config;
  pins->tree = config->tree;
  rd_declared_init(&pins->declared, pins->tree);
  return pins;
}

void rd_pins_free(rd_pins *pins)
{
  if (!pins)
    return;
  rd_declared_dispose(&pins->declared);
  free(pins->spans.data);
  free(pins->stays.data);
  map_free(&pins->words);
  free(pins);
}

/* ---- removed nodes ---- */

static int by_begin(const void *left, const void *right)
{
  const struct span *a = left, *b = right;
  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  return a->end > b->end ? -1 : a->end < b->end;
}

static void add_span(rd_pins *pins, struct span span)
{
  if (span.begin < span.end)
    ARRAY_PUSH(&pins->spans, span);
}

static void add_edit(rd_pins *pins, rd_edit edit, uint32_t owner)
{
  uint32_t end = edit.node + rd_tree_at(pins->tree, edit.node)->size;
  struct span span = { edit.node, end, owner, NULL };
  if (edit.op != RD_DROP)
    span.text = rd_config_string(pins->config, edit);
  if (edit.op == RD_LIFT) {
    span.end = edit.arg;
    add_span(pins, span);
    span.begin = edit.arg + rd_tree_at(pins->tree, edit.arg)->size;
    span.end = end;
  }
  add_span(pins, span);
}

static void clear_words(rd_pins *pins)
{
  map_free(&pins->words);
  pins->worded = 0;
}

static void clear_spans(rd_pins *pins)
{
  pins->spans.size = pins->stays.size = 0;
  clear_words(pins);
}

/* Do both put a text for a node? Both may be there then (rd_config_join); where they do
 * not go together, a test finds out. */
static bool are_joined(const struct span *a, const struct span *b)
{
  return a->begin == b->begin && a->end == b->end && a->text && b->text;
}

/* Of nested spans the outermost counts. */
static void sort_spans(rd_pins *pins)
{
  size_t kept = 0;
  if (pins->spans.size > 1)
    qsort(pins->spans.data, pins->spans.size, sizeof *pins->spans.data,
          by_begin);
  for (size_t i = 0; i < pins->spans.size; i++)
    if (kept == 0 ||
        pins->spans.data[i].begin >= pins->spans.data[kept - 1].end ||
        are_joined(&pins->spans.data[i], &pins->spans.data[kept - 1]))
      pins->spans.data[kept++] = pins->spans.data[i];
  pins->spans.size = kept;
}

/* The removed span with the node, or NULL. */
static const struct span *find_span(const rd_pins *pins, uint32_t node)
{
  size_t low = 0, high = pins->spans.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (pins->spans.data[middle].end <= node)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < pins->spans.size && pins->spans.data[low].begin <= node; low++)
    if (!pins->stays.data[pins->spans.data[low].owner])
      return &pins->spans.data[low];
  return NULL;
}

/* Is the declaration removed? What replaces the body of a class has one, too. */
static bool is_undeclared(const rd_pins *pins, const rd_symbol *symbol,
                          uint32_t node)
{
  const struct span *span = find_span(pins, node);
  return span && !(symbol->kind == RD_SYMBOL_RIDER && span->text);
}

/* ---- dangling uses ---- */

static bool is_seen(const rd_renderer *renderer, uint32_t node)
{
  size_t size;
  return rd_renderer_part(renderer, node, &size) != NULL && size > 0;
}

static void add_words(rd_pins *pins, const char *text, uint32_t owner)
{
  for (size_t size; *text; text += size) {
    size = 0;
    while (rd_is_word(text[size]))
      size++;
    if (size)
      map_put(&pins->words, hash_bytes(text, size), owner);
    else
      size = 1;
  }
}

/* Does the text of an edit have the name? */
static bool is_put(rd_pins *pins, const rd_symbol *symbol)
{
  const char *name = rd_tree_string(pins->tree, symbol->name);
  for (; pins->worded < pins->spans.size; pins->worded++) {
    const struct span *span = &pins->spans.data[pins->worded];
    if (span->text && !pins->stays.data[span->owner])
      add_words(pins, span->text, span->owner);
  }
  uint32_t owner = map_find(&pins->words, hash_bytes(name, strlen(name)));
  return owner != MAP_NONE && !pins->stays.data[owner];
}

static bool dangles(rd_pins *pins, const rd_renderer *renderer, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(pins->tree, number);
  const uint32_t *decls = rd_tree_decls(pins->tree, number);
  const rd_use *uses = rd_tree_uses(pins->tree, number);
  for (uint32_t i = 0; i < symbol->decl_count; i++)
    if (!is_undeclared(pins, symbol, decls[i]) && is_seen(renderer, decls[i]))
      return false;
  for (uint32_t i = 0; i < symbol->use_count; i++)
    if (uses[i].kind == RD_USE_NAME && !find_span(pins, uses[i].node) &&
        is_seen(renderer, uses[i].node))
      return !is_put(pins, symbol);
  return false;
}

static uint32_t kinds_of_span(rd_pins *pins, const rd_renderer *renderer,
                              struct span span, uint32_t kinds)
{
  const rd_declared *declared = &pins->declared;
  uint32_t found = 0;
  for (uint32_t i = declared->first[span.begin]; i < declared->first[span.end];
       i++) {
    uint32_t symbol = declared->symbols[i];
    uint32_t bit = UINT32_C(1) << rd_tree_symbol(pins->tree, symbol)->kind;
    if ((kinds & bit & ~found) && dangles(pins, renderer, symbol))
      found |= bit;
  }
  return found;
}

uint32_t rd_pins_of(rd_pins *pins, const rd_renderer *renderer,
                    const rd_edit *edits, size_t count, uint32_t kinds)
{
  uint32_t found = 0;
  clear_spans(pins);
  ARRAY_PUSH(&pins->stays, false);
  for (size_t i = 0; i < count; i++)
    add_edit(pins, edits[i], 0);
  sort_spans(pins);
  for (size_t i = 0; i < pins->spans.size; i++)
    found |= kinds_of_span(pins, renderer, pins->spans.data[i], kinds & ~found);
  return found;
}

static void add_units(rd_pins *pins, const rd_deltas *deltas,
                      const uint32_t *units, size_t count)
{
  clear_spans(pins);
  for (size_t i = 0; i < count; i++) {
    const rd_delta *delta = &deltas->list.data[units[i]];
    ARRAY_PUSH(&pins->stays, false);
    for (uint32_t j = 0; j < delta->count; j++)
      add_edit(pins, deltas->edits.data[delta->begin + j], (uint32_t)i);
  }
  sort_spans(pins);
}

/* From the end: later uses are pinned by then. */
static bool pin_more(rd_pins *pins, const rd_renderer *renderer, uint32_t kinds)
{
  bool found = false;
  for (size_t i = pins->spans.size; i-- > 0;) {
    struct span span = pins->spans.data[i];
    if (pins->stays.data[span.owner] ||
        !kinds_of_span(pins, renderer, span, kinds))
      continue;
    pins->stays.data[span.owner] = true;
    found = true;
  }
  if (found)
    clear_words(pins);
  return found;
}

void rd_pins_settle(uint32_t *units, size_t *count, rd_pins *pins,
                    const rd_renderer *renderer, const rd_deltas *deltas,
                    uint32_t kinds)
{
  add_units(pins, deltas, units, *count);
  for (int i = 0; i < MOST_ROUNDS && pin_more(pins, renderer, kinds); i++)
    continue;
  size_t kept = 0;
  for (size_t i = 0; i < *count; i++)
    if (!pins->stays.data[i])
      units[kept++] = units[i];
  *count = kept;
}
