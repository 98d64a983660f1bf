/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * type-everywhere: changes an aggregate type of LLVM IR wherever it is spelled.
 *
 * A type is spelled again in each place that a value of it goes, so no spelling
 * changes alone. It becomes the type of a member, or loses one. What has another
 * number of members, as a constant or an index, then does not fit; `undef` and
 * zeroinitializer do.
 */
#include "offers.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/text.h"

/* Types, and members of each, that are worth tests. */
enum { MOST_TYPES = 32, MOST_MEMBERS = 16 };

typedef struct aggregate {
  uint32_t node; /* its first spelling */
  uint64_t key;
  uint32_t members[MOST_MEMBERS];
  size_t count;
} aggregate;

/* The text without its blanks. */
static uint64_t key_of(const offers *of, uint32_t node)
{
  textbuf out = { 0 };
  const cst_node *at = cst_at(of->tree, node);
  for (uint32_t i = at->begin; i < at->end; i++)
    if (!isspace((unsigned char)of->text[i]))
      text_add(&out, of->text + i, 1);
  uint64_t key = hash_bytes(out.data, out.size);
  text_free(&out);
  return key;
}

static bool is_aggregate(const offers *of, uint32_t node)
{
  return of->ids[node] != RD_NONE &&
         (offers_is(of, node, "struct_type") ||
          offers_is(of, node, "packed_struct_type") ||
          offers_is(of, node, "array_type") ||
          offers_is(of, node, "vector_type"));
}

static void find_members(aggregate *out, const offers *of)
{
  uint32_t next, end = offers_end(of, out->node);
  for (uint32_t i = out->node + 1; i < end && out->count < MOST_MEMBERS;
       i = next) {
    bool is_member = offers_is(of, i, "type");
    next = is_member ? offers_end(of, i) : i + 1;
    if (is_member)
      out->members[out->count++] = i;
  }
}

static void add_span(textbuf *out, const offers *of, uint32_t begin,
                     uint32_t end)
{
  text_add(out, of->text + begin, end - begin);
}

/* The type without one of its members. */
static void add_shorter(textbuf *out, const offers *of, const aggregate *from,
                        size_t without)
{
  const cst_node *whole = cst_at(of->tree, from->node);
  const cst_node *first = cst_at(of->tree, from->members[0]);
  const cst_node *last = cst_at(of->tree, from->members[from->count - 1]);
  add_span(out, of, whole->begin, first->begin);
  for (size_t i = 0, put = 0; i < from->count; i++) {
    if (i == without)
      continue;
    text_puts(out, put++ ? ", " : "");
    offers_add_text(out, of, from->members[i]);
  }
  add_span(out, of, last->end, whole->end);
}

/* Takes the text. */
static void offer(rd_builder *builder, const offers *of, const aggregate *type,
                  uint32_t number, textbuf *text)
{
  text_add(text, "", 1);
  rd_builder_rewrite(builder, number);
  for (uint32_t i = type->node; i < of->tree->nodes.size; i++)
    if (is_aggregate(of, i) && key_of(of, i) == type->key)
      rd_builder_edit_text(builder, of->ids[i], text->data);
  text_free(text);
}

static void offer_type(rd_builder *builder, const offers *of,
                       const aggregate *type, uint32_t number)
{
  map put = { 0 };
  for (size_t i = 0; i < type->count; i++) {
    uint64_t key = key_of(of, type->members[i]);
    textbuf text = { 0 };
    if (map_find(&put, key) != MAP_NONE)
      continue;
    map_put(&put, key, 1);
    offers_add_text(&text, of, type->members[i]);
    offer(builder, of, type, number, &text);
  }
  for (size_t i = 0; i < type->count && type->count > 1; i++) {
    textbuf text = { 0 };
    add_shorter(&text, of, type, i);
    offer(builder, of, type, number, &text);
  }
  map_free(&put);
}

void types_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  map known = { 0 };
  size_t count = 0;
  for (uint32_t i = 0; i < of->tree->nodes.size && count < MOST_TYPES; i++) {
    if (!is_aggregate(of, i))
      continue;
    aggregate type = { .node = i, .key = key_of(of, i) };
    if (map_find(&known, type.key) != MAP_NONE)
      continue;
    map_put(&known, type.key, 1);
    find_members(&type, of);
    offer_type(builder, of, &type, number);
    count++;
  }
  map_free(&known);
}
