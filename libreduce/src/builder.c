/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Builds a tree: nodes arrive in document order, and an open node is closed
 * before its next sibling arrives.
 *
 * The builder only records. prepare.c (shape and numbering) and symbols.c
 * convert the record to a tree; rd_builder_finish copies the results into the
 * single block that is the tree. Strings and filler lists are stored once each,
 * because a front end uses the same few for most nodes.
 */
#include "builder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "reduce/diagnostics.h"
#include "tree.h"

rd_builder *rd_builder_new(const char *text, size_t size)
{
  rd_builder *builder = mem_alloc(1, sizeof *builder);
  builder->text = text;
  builder->size = size;
  builder->permitted = RD_ALL_HABITS;
  builder->open = RD_NONE;
  return builder;
}

/* Forgets everything except the text and its settings. */
static void clear(rd_builder *builder)
{
  ARRAY_FREE(&builder->nodes);
  rd_intern_dispose(&builder->strings);
  rd_intern_dispose(&builder->fillers);
  rd_intern_dispose(&builder->sets);
  ARRAY_FREE(&builder->kinds);
  ARRAY_FREE(&builder->symbols);
  ARRAY_FREE(&builder->decls);
  ARRAY_FREE(&builder->uses);
  ARRAY_FREE(&builder->names);
  ARRAY_FREE(&builder->guards);
  ARRAY_FREE(&builder->rules);
  ARRAY_FREE(&builder->rewrites);
  ARRAY_FREE(&builder->edits);
  free(builder->converts);
  *builder = (rd_builder){ .text = builder->text,
                           .size = builder->size,
                           .lexer = builder->lexer,
                           .intended = builder->intended,
                           .permitted = builder->permitted,
                           .observed = builder->observed,
                           .open = RD_NONE };
}

void rd_builder_free(rd_builder *builder)
{
  if (!builder)
    return;
  clear(builder);
  free(builder);
}

const char *rd_builder_text(const rd_builder *builder, size_t *size_out)
{
  if (size_out)
    *size_out = builder->window_end ? builder->window_end - builder->window
                                    : builder->size;
  return builder->text + builder->window;
}

void rd_builder_show(rd_builder *builder, size_t begin, size_t end)
{
  assert(begin <= end && end <= builder->size);
  builder->window = (uint32_t)begin;
  builder->window_end = (uint32_t)end;
}

void rd_builder_lexer(rd_builder *builder, const rd_lexer *lexer)
{
  builder->lexer = lexer;
}

void rd_builder_weigh(rd_builder *builder, const char *text, uint32_t weight)
{
  uint32_t string = rd_intern_string(&builder->strings, text);
  builder->strings.all.data[string].weight = weight;
}

void rd_builder_intend(rd_builder *builder, uint32_t prepare)
{
  builder->intended = prepare;
}

void rd_builder_permit(rd_builder *builder, uint16_t habit_kinds)
{
  builder->permitted = habit_kinds;
}

uint16_t rd_builder_permitted(const rd_builder *builder)
{
  return builder->permitted;
}

uint16_t rd_builder_kind(rd_builder *builder, const char *name)
{
  uint32_t string = rd_intern_string(&builder->strings, name);
  for (size_t i = 0; i < builder->kinds.size; i++)
    if (builder->kinds.data[i] == string)
      return (uint16_t)i;
  assert(builder->kinds.size < UINT16_MAX);
  ARRAY_PUSH(&builder->kinds, string);
  return (uint16_t)(builder->kinds.size - 1);
}

/* Adds the node's fillers; returns their position in builder->fillers. */
static uint32_t add_fillers(rd_builder *builder, const char *const *fillers,
                            uint16_t *count_out)
{
  ARRAY(uint32_t) texts = { 0 };
  for (; *fillers && texts.size < UINT16_MAX; fillers++)
    ARRAY_PUSH(&texts, rd_builder_weighed(builder, *fillers));
  uint32_t place = 0;
  *count_out = (uint16_t)texts.size;
  if (texts.size) {
    uint32_t row = rd_intern_add(&builder->fillers, texts.data,
                                 texts.size * sizeof *texts.data);
    place =
        builder->fillers.all.data[row].offset / (uint32_t)sizeof *texts.data;
  }
  free(texts.data);
  return place;
}

static uint32_t add_node(rd_builder *builder, const rd_node_spec *spec)
{
  assert(spec->place <= RD_ELEMENT);
  assert(spec->type < RD_CLASSES && spec->want < RD_CLASSES);
  rd_node node = {
    .parent = builder->open,
    .phrase = RD_NONE,
    .sorts = spec->sorts,
    .accepts = spec->accepts,
    .kind = spec->kind,
    .type = spec->type,
    .want = spec->want,
    .flags = spec->flags,
    .place = spec->place,
  };
  if (spec->phrase)
    node.phrase = rd_builder_weighed(builder, spec->phrase);
  if (spec->fillers)
    node.fillers = add_fillers(builder, spec->fillers, &node.filler_count);
  if (builder->open == RD_NONE)
    builder->roots++;
  assert(builder->nodes.size < RD_NONE - 1);
  ARRAY_PUSH(&builder->nodes, node);
  return (uint32_t)(builder->nodes.size - 1);
}

uint32_t rd_builder_open(rd_builder *builder, const rd_node_spec *spec)
{
  builder->open = add_node(builder, spec);
  return builder->open;
}

void rd_builder_close(rd_builder *builder)
{
  assert(builder->open != RD_NONE);
  builder->open = builder->nodes.data[builder->open].parent;
}

uint32_t rd_builder_leaf(rd_builder *builder, const rd_node_spec *spec,
                         uint32_t begin, uint32_t end)
{
  begin += builder->window;
  end += builder->window;
  assert(begin < end && end <= builder->size && begin >= builder->last_end);
  uint32_t id = add_node(builder, spec);
  rd_node *node = &builder->nodes.data[id];
  node->begin = begin;
  node->end = end;
  node->leaves = 1;
  node->tokens = spec->flags & RD_COMMENT ? 0 : spec->weight ? spec->weight : 1;
  builder->last_end = end;
  return id;
}

void rd_builder_converts(rd_builder *builder, uint16_t to, uint16_t from)
{
  assert(to < RD_CLASSES && from < RD_CLASSES);
  if (!builder->converts)
    builder->converts = mem_alloc(RD_CLASSES, RD_CLASS_WORDS * 4);
  uint32_t *row = builder->converts + (size_t)to * RD_CLASS_WORDS;
  row[from / 32] |= UINT32_C(1) << (from % 32);
  uint32_t largest = to > from ? to : from;
  if (builder->classes <= largest)
    builder->classes = largest + 1;
}

/* ---- freezing ---- */

static void copy_leaves(rd_tree *tree)
{
  const rd_node *nodes = rd_tree_nodes(tree);
  uint32_t *leaves = rd_tree_section(tree, RD_SECTION_LEAVES);
  for (uint32_t i = 0; i < rd_tree_size(tree); i++)
    if (nodes[i].size == 1 && nodes[i].leaves)
      *leaves++ = i;
}

static void copy_converts(rd_tree *tree, const rd_builder *builder)
{
  uint32_t words = rd_tree_row_words(builder->classes);
  uint32_t *to = rd_tree_section(tree, RD_SECTION_CONVERTS);
  tree->classes = builder->classes;
  for (uint32_t i = 0; i < builder->classes; i++)
    memcpy(to + (size_t)i * words,
           builder->converts + (size_t)i * RD_CLASS_WORDS, words * sizeof *to);
}

static void copy_strings(rd_tree *tree, const rd_builder *builder)
{
  rd_tree_string_row *to = rd_tree_section(tree, RD_SECTION_STRINGS);
  for (size_t i = 0; i < builder->strings.all.size; i++) {
    const rd_interned *at = &builder->strings.all.data[i];
    to[i] = (rd_tree_string_row){ .offset = at->offset, .weight = at->weight };
  }
}

/* The content of a section: elements to copy, or only room if data is NULL. */
struct part {
  const void *data;
  uint64_t count;
  size_t size; /* of one element */
};

#define PART(array)                                                            \
  {                                                                            \
    (array).data, (array).size, sizeof *(array).data                           \
  }

static rd_tree *freeze(const rd_builder *builder,
                       const rd_symbol_tables *tables)
{
  const struct part parts[RD_SECTION_COUNT] = {
    [RD_SECTION_NODES] = PART(builder->nodes),
    [RD_SECTION_LEAVES] = { .count = builder->nodes.data[0].leaves },
    [RD_SECTION_STRINGS] = { .count = builder->strings.all.size },
    [RD_SECTION_BYTES] = PART(builder->strings.bytes),
    [RD_SECTION_FILLERS] = { builder->fillers.bytes.data,
                             builder->fillers.bytes.size / 4, 4 },
    [RD_SECTION_SETS] = { builder->sets.bytes.data,
                          builder->sets.bytes.size / 4, 4 },
    [RD_SECTION_KINDS] = PART(builder->kinds),
    [RD_SECTION_SYMBOLS] = PART(builder->symbols),
    [RD_SECTION_DECLS] = PART(tables->decls),
    [RD_SECTION_USES] = PART(tables->uses),
    [RD_SECTION_NEEDS] = PART(tables->needs),
    [RD_SECTION_NAMES] = PART(tables->names),
    [RD_SECTION_GUARDS] = PART(tables->guards),
    [RD_SECTION_CONVERTS] = { .count = (uint64_t)builder->classes *
                                       rd_tree_row_words(builder->classes) },
    [RD_SECTION_RULES] = PART(builder->rules),
    [RD_SECTION_REWRITES] = PART(builder->rewrites),
    [RD_SECTION_EDITS] = PART(builder->edits),
    [RD_SECTION_TEXT] = { .count = (uint64_t)builder->size + 1 },
  };
  uint64_t counts[RD_SECTION_COUNT];
  for (size_t i = 0; i < RD_SECTION_COUNT; i++)
    counts[i] = parts[i].count;
  rd_tree *tree = rd_tree_new(counts);
  for (size_t i = 0; i < RD_SECTION_COUNT; i++)
    if (parts[i].data)
      memcpy(rd_tree_section(tree, (rd_section)i), parts[i].data,
             parts[i].count * parts[i].size);
  if (builder->size)
    memcpy(rd_tree_section(tree, RD_SECTION_TEXT), builder->text,
           builder->size);
  tree->undeclared = builder->undeclared;
  tree->monitor = builder->monitor;
  copy_leaves(tree);
  copy_strings(tree, builder);
  copy_converts(tree, builder);
  return tree;
}

/* Is there exactly one root, closed, over a text that 32 bits can address? */
static rd_status check_shape(const rd_builder *builder, rd_error *err)
{
  if (builder->size >= UINT32_MAX - 1)
    return rd_fail(err, RD_ERR_INVALID, "text of %zu bytes is too large",
                   builder->size);
  if (builder->open != RD_NONE)
    return rd_fail(err, RD_ERR_INVALID, "node %u was never closed",
                   builder->open);
  if (builder->roots > 1)
    return rd_fail(err, RD_ERR_INVALID, "tree has %u roots", builder->roots);
  return RD_OK;
}

rd_status rd_builder_finish(rd_tree **out, rd_builder *builder,
                            uint32_t prepare, rd_error *err)
{
  rd_status status = check_shape(builder, err);
  if (status)
    goto done;
  if (!builder->kinds.size)
    rd_builder_kind(builder, "");
  if (!builder->nodes.size)
    ARRAY_PUSH(&builder->nodes,
               (rd_node){ .parent = RD_NONE, .phrase = RD_NONE });
  uint32_t *map = rd_builder_prepare(builder, prepare);
  rd_builder_settle_rewrites(builder, map);
  rd_symbol_tables tables;
  if (rd_symbol_tables_init(&tables, builder, map))
    *out = freeze(builder, &tables);
  else
    status = rd_fail(err, RD_ERR_INVALID, "the symbols have too many uses");
  rd_symbol_tables_dispose(&tables);
  free(map);
done:
  clear(builder);
  return status;
}
