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
  rd_symbol symbol = { .name = rd_builder_weighed(builder, name),
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

void rd_builder_guards(rd_builder *builder, uint32_t symbol, uint32_t guard)
{
  assert(symbol < builder->symbols.size && guard < builder->symbols.size);
  if (symbol != guard)
    ARRAY_PUSH(&builder->guards,
               (rd_mention){ .symbol = symbol, .node = guard });
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

static int by_value(const void *a, const void *b)
{
  return compare(*(const uint32_t *)a, *(const uint32_t *)b);
}

/* Maps to final ids (`map` may be NULL), sorts, removes duplicates. */
static void settle(rd_mentions *mentions, const uint32_t *map)
{
  rd_mention *data = mentions->data;
  size_t left = 0, distinct = 0;
  for (size_t i = 0; i < mentions->size; i++) {
    data[i].node = map ? map[data[i].node] : data[i].node;
    if (data[i].node != RD_NONE)
      data[left++] = data[i];
  }
  if (left)
    qsort(data, left, sizeof *data, by_symbol);
  for (size_t i = 0; i < left; i++)
    if (!i || by_symbol(&data[i], &data[distinct - 1]) != 0)
      data[distinct++] = data[i];
  mentions->size = distinct;
}

/* Moves the nodes of one symbol's mentions from *at on to a table. */
static void take(rd_numbers *out, uint32_t *first_out, uint32_t *count_out,
                 const rd_mentions *from, size_t *at, uint32_t symbol)
{
  *first_out = (uint32_t)out->size;
  for (; *at < from->size && from->data[*at].symbol == symbol; ++*at)
    ARRAY_PUSH(out, from->data[*at].node);
  *count_out = (uint32_t)out->size - *first_out;
}

static void fill_tables(rd_symbol_tables *tables, rd_builder *builder)
{
  size_t decl = 0, name = 0, use = 0, guard = 0;
  for (uint32_t i = 0; i < builder->symbols.size; i++) {
    rd_symbol *at = &builder->symbols.data[i];
    take(&tables->decls, &at->decls, &at->decl_count, &builder->decls, &decl,
         i);
    take(&tables->names, &at->names, &at->name_count, &builder->names, &name,
         i);
    take(&tables->guards, &at->guards, &at->guard_count, &builder->guards,
         &guard, i);
    at->uses = (uint32_t)use;
    for (; use < builder->uses.size && builder->uses.data[use].symbol == i;
         use++)
      ARRAY_PUSH(&tables->uses, (rd_use){ builder->uses.data[use].node,
                                          builder->uses.data[use].kind });
    at->use_count = (uint32_t)use - at->uses;
  }
}

/* ---- needs ---- */

struct needs {
  rd_symbol_tables *tables;
  const rd_node *nodes;
  uint32_t *first;   /* by node, with one more entry: its part of `symbols` */
  uint32_t *symbols; /* that the nodes use, in order of nodes */
  uint32_t *seen;    /* 1 + the last symbol found to need this one */
  bool *functions;   /* by node: it declares a function */
};

/* Sorts the uses by node, by counting. While the list is filled, first[n + 1] is
 * where the next use of node n goes. */
static void sort_uses(struct needs *needs, const rd_builder *builder)
{
  const rd_mentions *uses = &builder->uses;
  size_t nodes = builder->nodes.size;
  needs->first = mem_alloc(nodes + 2, sizeof *needs->first);
  needs->symbols = mem_alloc(uses->size, sizeof *needs->symbols);
  for (size_t i = 0; i < uses->size; i++)
    needs->first[uses->data[i].node + 2]++;
  for (size_t i = 0; i < nodes; i++)
    needs->first[i + 2] += needs->first[i + 1];
  for (size_t i = 0; i < uses->size; i++)
    needs->symbols[needs->first[uses->data[i].node + 1]++] =
        uses->data[i].symbol;
}

/* Marks where functions are declared. */
static void find_functions(struct needs *needs, const rd_builder *builder)
{
  needs->functions = mem_alloc(builder->nodes.size, sizeof *needs->functions);
  for (size_t i = 0; i < builder->decls.size; i++) {
    const rd_mention *at = &builder->decls.data[i];
    if (builder->symbols.data[at->symbol].kind == RD_SYMBOL_FUNCTION)
      needs->functions[at->node] = true;
  }
}

/* Adds the uses in the nodes [node, end). */
static void add_uses(struct needs *needs, uint32_t symbol, uint32_t node,
                     uint32_t end)
{
  for (uint32_t use = needs->first[node]; use < needs->first[end]; use++) {
    uint32_t other = needs->symbols[use];
    if (needs->seen[other] == symbol + 1)
      continue;
    needs->seen[other] = symbol + 1;
    ARRAY_PUSH(&needs->tables->needs, other);
  }
}

/* The uses in a class, but not in its functions. */
static void add_class_uses(struct needs *needs, uint32_t symbol, uint32_t node)
{
  uint32_t begin = node, end = node + needs->nodes[node].size;
  for (uint32_t i = node + 1; i < end;) {
    if (!needs->functions[i]) {
      i++;
      continue;
    }
    add_uses(needs, symbol, begin, i);
    i += needs->nodes[i].size;
    begin = i;
  }
  add_uses(needs, symbol, begin, end);
}

static void add_needs(struct needs *needs, rd_symbol *at, uint32_t symbol)
{
  rd_symbol_tables *tables = needs->tables;
  at->needs = (uint32_t)tables->needs.size;
  needs->seen[symbol] = symbol + 1;
  for (uint32_t i = 0; i < at->decl_count; i++) {
    uint32_t node = tables->decls.data[at->decls + i];
    if (at->kind == RD_SYMBOL_TAG || at->kind == RD_SYMBOL_RIDER)
      add_class_uses(needs, symbol, node);
    else if (at->kind != RD_SYMBOL_NAMESPACE)
      add_uses(needs, symbol, node, node + needs->nodes[node].size);
  }
  at->need_count = (uint32_t)(tables->needs.size - at->needs);
  if (at->need_count)
    qsort(tables->needs.data + at->needs, at->need_count,
          sizeof *tables->needs.data, by_value);
}

bool rd_symbol_tables_init(rd_symbol_tables *tables, rd_builder *builder,
                           const uint32_t *map)
{
  memset(tables, 0, sizeof *tables);
  settle(&builder->decls, map);
  settle(&builder->uses, map);
  settle(&builder->names, map);
  settle(&builder->guards, NULL);
  if (builder->decls.size > UINT32_MAX || builder->uses.size > UINT32_MAX ||
      builder->names.size > UINT32_MAX || builder->guards.size > UINT32_MAX)
    return false;
  fill_tables(tables, builder);
  struct needs needs = {
    .tables = tables,
    .nodes = builder->nodes.data,
    .seen = mem_alloc(builder->symbols.size, sizeof *needs.seen),
  };
  sort_uses(&needs, builder);
  find_functions(&needs, builder);
  for (uint32_t i = 0;
       i < builder->symbols.size && tables->needs.size <= UINT32_MAX; i++)
    add_needs(&needs, &builder->symbols.data[i], i);
  free(needs.first);
  free(needs.symbols);
  free(needs.seen);
  free(needs.functions);
  return tables->needs.size <= UINT32_MAX;
}

void rd_symbol_tables_dispose(rd_symbol_tables *tables)
{
  ARRAY_FREE(&tables->decls);
  ARRAY_FREE(&tables->uses);
  ARRAY_FREE(&tables->needs);
  ARRAY_FREE(&tables->names);
  ARRAY_FREE(&tables->guards);
}
