/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The symbol side of a builder: recording declarations and uses, and the frozen
 * tables.
 *
 * The front end refers to provisional nodes. A merged node is represented by
 * the other; a vanished node held no token, and its declarations and uses are
 * dropped with it. Both lists are sorted by symbol and node, so a symbol's part
 * is a range. For the needs, the uses are also sorted by node: the uses inside
 * a declaration are then a range too, since its subtree is a run of nodes.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "builder.h"

uint32_t rd_builder_symbol(rd_builder *builder, rd_symbol_kind kind,
                           const char *name, uint32_t flags)
{
  rd_symbol symbol = { .name = rd_intern_string(&builder->strings, name),
                       .kind = kind,
                       .flags = flags };
  ARRAY_PUSH(&builder->symbols, symbol);
  return (uint32_t)(builder->symbols.size - 1);
}

void rd_builder_undeclared(rd_builder *builder, uint32_t kinds)
{
  builder->undeclared = kinds;
}

void rd_builder_declares(rd_builder *builder, uint32_t symbol, uint32_t node)
{
  assert(symbol < builder->symbols.size && node < builder->nodes.size);
  ARRAY_PUSH(&builder->decls, (rd_mention){ .symbol = symbol, .node = node });
}

void rd_builder_names(rd_builder *builder, uint32_t symbol, uint32_t node)
{
  assert(symbol < builder->symbols.size && node < builder->nodes.size);
  ARRAY_PUSH(&builder->names, (rd_mention){ .symbol = symbol, .node = node });
}

void rd_builder_uses(rd_builder *builder, uint32_t symbol, uint32_t node,
                     rd_use_kind kind)
{
  assert(symbol < builder->symbols.size && node < builder->nodes.size);
  ARRAY_PUSH(&builder->uses,
             (rd_mention){ .symbol = symbol, .node = node, .kind = kind });
}

static int compare(uint32_t a, uint32_t b)
{
  return (a > b) - (a < b);
}

static int by_symbol(const void *a, const void *b)
{
  const rd_mention *x = a, *y = b;
  int order = compare(x->symbol, y->symbol);
  if (!order)
    order = compare(x->node, y->node);
  return order ? order : compare(x->kind, y->kind);
}

static int by_node(const void *a, const void *b)
{
  const rd_mention *x = a, *y = b;
  int order = compare(x->node, y->node);
  return order ? order : compare(x->symbol, y->symbol);
}

static int by_value(const void *a, const void *b)
{
  return compare(*(const uint32_t *)a, *(const uint32_t *)b);
}

/* Maps to final ids, sorts, removes duplicates; returns the number left. */
static size_t settle(rd_mention *mentions, size_t count, const uint32_t *map)
{
  size_t left = 0;
  for (size_t i = 0; i < count; i++) {
    mentions[i].node = map[mentions[i].node];
    if (mentions[i].node != RD_NONE)
      mentions[left++] = mentions[i];
  }
  if (!left)
    return 0;
  qsort(mentions, left, sizeof *mentions, by_symbol);
  size_t distinct = 1;
  for (size_t i = 1; i < left; i++)
    if (by_symbol(&mentions[i], &mentions[distinct - 1]) != 0)
      mentions[distinct++] = mentions[i];
  return distinct;
}

/* Index of the first use at or after the node; uses are sorted by node. */
static size_t find_use(const rd_mention *uses, size_t count, uint32_t node)
{
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (uses[middle].node < node)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

struct needs {
  rd_symbol_tables *tables;
  const rd_node *nodes;
  const rd_mention *uses; /* by node */
  size_t use_count;
  uint32_t *seen; /* 1 + the last symbol found to need this one */
};

static void add_needs(struct needs *needs, rd_symbol *at, uint32_t symbol)
{
  rd_symbol_tables *tables = needs->tables;
  at->needs = (uint32_t)tables->needs.size;
  needs->seen[symbol] = symbol + 1;
  for (uint32_t i = 0; i < at->decl_count; i++) {
    uint32_t node = tables->decls.data[at->decls + i];
    uint32_t end = node + needs->nodes[node].size;
    size_t use = find_use(needs->uses, needs->use_count, node);
    for (; use < needs->use_count && needs->uses[use].node < end; use++) {
      uint32_t other = needs->uses[use].symbol;
      if (needs->seen[other] == symbol + 1)
        continue;
      needs->seen[other] = symbol + 1;
      ARRAY_PUSH(&tables->needs, other);
    }
  }
  at->need_count = (uint32_t)(tables->needs.size - at->needs);
  if (at->need_count)
    qsort(tables->needs.data + at->needs, at->need_count,
          sizeof *tables->needs.data, by_value);
}

static void fill_tables(rd_symbol_tables *tables, rd_builder *builder)
{
  size_t decl = 0, use = 0;
  for (uint32_t i = 0; i < builder->symbols.size; i++) {
    rd_symbol *at = &builder->symbols.data[i];
    at->decls = (uint32_t)tables->decls.size;
    at->uses = (uint32_t)tables->uses.size;
    for (; decl < builder->decls.size && builder->decls.data[decl].symbol == i;
         decl++)
      ARRAY_PUSH(&tables->decls, builder->decls.data[decl].node);
    for (; use < builder->uses.size && builder->uses.data[use].symbol == i;
         use++)
      ARRAY_PUSH(&tables->uses, (rd_use){ builder->uses.data[use].node,
                                          builder->uses.data[use].kind });
    at->decl_count = (uint32_t)tables->decls.size - at->decls;
    at->use_count = (uint32_t)tables->uses.size - at->uses;
  }
}

static void fill_names(rd_symbol_tables *tables, rd_builder *builder)
{
  size_t name = 0;
  for (uint32_t i = 0; i < builder->symbols.size; i++) {
    rd_symbol *at = &builder->symbols.data[i];
    at->names = (uint32_t)name;
    for (; name < builder->names.size && builder->names.data[name].symbol == i;
         name++)
      ARRAY_PUSH(&tables->names, builder->names.data[name].node);
    at->name_count = (uint32_t)name - at->names;
  }
}

bool rd_symbol_tables_init(rd_symbol_tables *tables, rd_builder *builder,
                           const uint32_t *map)
{
  memset(tables, 0, sizeof *tables);
  builder->decls.size = settle(builder->decls.data, builder->decls.size, map);
  builder->uses.size = settle(builder->uses.data, builder->uses.size, map);
  builder->names.size = settle(builder->names.data, builder->names.size, map);
  if (builder->decls.size > UINT32_MAX || builder->uses.size > UINT32_MAX ||
      builder->names.size > UINT32_MAX)
    return false;
  fill_tables(tables, builder);
  fill_names(tables, builder);
  if (builder->uses.size)
    qsort(builder->uses.data, builder->uses.size, sizeof *builder->uses.data,
          by_node);
  struct needs needs = {
    .tables = tables,
    .nodes = builder->nodes.data,
    .uses = builder->uses.data,
    .use_count = builder->uses.size,
    .seen = mem_alloc(builder->symbols.size, sizeof *needs.seen),
  };
  for (uint32_t i = 0;
       i < builder->symbols.size && tables->needs.size <= UINT32_MAX; i++)
    add_needs(&needs, &builder->symbols.data[i], i);
  free(needs.seen);
  return tables->needs.size <= UINT32_MAX;
}

void rd_symbol_tables_dispose(rd_symbol_tables *tables)
{
  free(tables->decls.data);
  free(tables->uses.data);
  free(tables->needs.data);
  free(tables->names.data);
}
