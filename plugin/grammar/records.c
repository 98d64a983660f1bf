/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tells records of a language of data apart by their keys.
 *
 * No grammar says what a reader of data expects at a place, but the text shows
 * it: a reader that finds `cells` in a record finds nothing that it knows in a
 * record without any of the keys that go with `cells`. So keys that stand in one
 * record belong together, and all records with such keys are of one class. The
 * whole text may become any of them, since the reader may be one of any data.
 */
#include "records.h"

#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "fixed.h"

/* Classes of a tree are below 1024. Lists are one class. */
enum { LIST = 1, MOST_CLASSES = 1000 };

typedef struct sorting {
  const syntax *lang;
  const cst *tree;
  const char *text;
  map keys;                /* their numbers, by hash */
  ARRAY(uint32_t) heads;   /* by key: one that it belongs to, or itself */
  ARRAY(uint16_t) classes; /* by key; 0: not yet */
} sorting;

static uint32_t end_of(const sorting *self, uint32_t node)
{
  return node + cst_at(self->tree, node)->size;
}

static fixed_record what(const sorting *self, uint32_t node)
{
  return fixed_record_of(self->lang->name,
                         syntax_name(self->lang, cst_at(self->tree, node)));
}

/* The number of the member's key. */
static uint32_t key_of(sorting *self, uint32_t member)
{
  const cst_node *at = cst_at(self->tree, member + 1);
  uint64_t hash = hash_bytes(self->text + at->begin, at->end - at->begin) | 1;
  uint32_t known = map_find(&self->keys, hash);
  if (known != MAP_NONE)
    return known;
  known = (uint32_t)self->heads.size;
  map_put(&self->keys, hash, known);
  ARRAY_PUSH(&self->heads, known);
  ARRAY_PUSH(&self->classes, 0);
  return known;
}

/* The key that stands for all that belong together; the way to it gets shorter. */
static uint32_t head_of(sorting *self, uint32_t key)
{
  uint32_t *heads = self->heads.data;
  for (; heads[key] != key; key = heads[key])
    heads[key] = heads[heads[key]];
  return key;
}

/* A key of the record, MAP_NONE if it has none; all others belong to it now. */
static uint32_t join_keys(sorting *self, uint32_t record)
{
  uint32_t first = MAP_NONE;
  for (uint32_t i = record + 1; i < end_of(self, record); i = end_of(self, i)) {
    if (what(self, i) != FIXED_MEMBER || cst_at(self->tree, i)->size == 1)
      continue;
    uint32_t key = head_of(self, key_of(self, i));
    if (first == MAP_NONE)
      first = key;
    self->heads.data[key] = head_of(self, first);
  }
  return first;
}

static uint16_t class_of(sorting *self, uint32_t key, uint16_t *next)
{
  uint16_t *class = &self->classes.data[head_of(self, key)];
  if (!*class && *next < MOST_CLASSES)
    *class = (*next)++;
  return *class;
}

static record_type type_of(uint16_t class)
{
  return (record_type){ .gives = class, .wants = class };
}

/* Gives the record and its members their class. */
static void put(record_type *out, const sorting *self, uint32_t record,
                uint16_t class)
{
  out[record] = type_of(class);
  for (uint32_t i = record + 1; i < end_of(self, record); i = end_of(self, i))
    out[i] = type_of(class);
}

record_type *records_find(const syntax *lang, const cst *tree, const char *text)
{
  if (!fixed_has_records(lang->name))
    return NULL;
  sorting self = { .lang = lang, .tree = tree, .text = text };
  uint32_t count = (uint32_t)tree->nodes.size;
  record_type *out = mem_alloc(count + 1, sizeof *out);
  uint32_t *keys = mem_alloc(count + 1, sizeof *keys);
  uint16_t next = LIST + 1;
  for (uint32_t i = 0; i < count; i++)
    keys[i] = what(&self, i) == FIXED_RECORD ? join_keys(&self, i) : MAP_NONE;
  for (uint32_t i = 0; i < count; i++)
    if (keys[i] != MAP_NONE)
      put(out, &self, i, class_of(&self, keys[i], &next));
    else if (what(&self, i) == FIXED_LIST)
      out[i] = type_of(LIST);
  for (uint32_t i = 1; i < count; i = end_of(&self, i))
    out[i].wants = 0;
  free(keys);
  ARRAY_FREE(&self.heads);
  ARRAY_FREE(&self.classes);
  map_free(&self.keys);
  return out;
}
