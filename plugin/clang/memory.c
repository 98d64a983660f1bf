/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Memory of the front end: arrays, strings and one kind of hash map.
 *
 * The module sees only libreduce's public headers, so it has its own few
 * helpers. Running out of memory ends the process, which is the parse server's
 * child: the parent then goes on with the balanced-token tree. The map is never
 * iterated, so hash order reaches no result.
 */
#include "memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void *memory_new(size_t count, size_t size)
{
  void *out = calloc(count ? count : 1, size ? size : 1);
  if (!out)
    abort();
  return out;
}

char *memory_copy(const char *bytes, size_t size)
{
  char *out = memory_new(size + 1, 1);
  if (size)
    memcpy(out, bytes, size);
  return out;
}

void *memory_grow(void *data, size_t *capacity, size_t needed, size_t size)
{
  if (needed <= *capacity)
    return data;
  size_t grown = *capacity ? *capacity * 2 : 16;
  if (grown < needed)
    grown = needed;
  data = reallocarray(data, grown, size);
  if (!data)
    abort();
  *capacity = grown;
  return data;
}

char *memory_format(const char *format, ...)
{
  char *out = NULL;
  va_list args;
  va_start(args, format);
  int size = vasprintf(&out, format, args);
  va_end(args);
  if (size < 0)
    abort();
  return out;
}

const char *strings_keep(strings *pool, char *string)
{
  PUSH(pool, string);
  return string;
}

void strings_free(strings *pool)
{
  for (size_t i = 0; i < pool->size; i++)
    free(pool->data[i]);
  free(pool->data);
  *pool = (strings){ 0 };
}

/* The slot of the key, or the free slot where it belongs. All bits of the key
 * have to reach those that count: many keys are two numbers side by side. */
static size_t slot(const map *m, uint64_t key)
{
  size_t mask = m->capacity - 1;
  size_t at = (size_t)((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
  while (m->keys[at] && m->keys[at] != key)
    at = (at + 1) & mask;
  return at;
}

uint32_t map_find(const map *m, uint64_t key)
{
  if (!m->capacity)
    return MAP_NONE;
  size_t at = slot(m, key);
  return m->keys[at] ? m->values[at] : MAP_NONE;
}

static void rehash(map *m)
{
  map grown = { .capacity = m->capacity ? m->capacity * 2 : 64 };
  grown.keys = memory_new(grown.capacity, sizeof *grown.keys);
  grown.values = memory_new(grown.capacity, sizeof *grown.values);
  grown.size = m->size;
  for (size_t i = 0; i < m->capacity; i++) {
    if (!m->keys[i])
      continue;
    size_t at = slot(&grown, m->keys[i]);
    grown.keys[at] = m->keys[i];
    grown.values[at] = m->values[i];
  }
  map_free(m);
  *m = grown;
}

void map_put(map *m, uint64_t key, uint32_t value)
{
  assert(key != 0);
  if (m->size * 4 >= m->capacity * 3)
    rehash(m);
  size_t at = slot(m, key);
  if (!m->keys[at]) {
    m->keys[at] = key;
    m->size++;
  }
  m->values[at] = value;
}

void map_free(map *m)
{
  free(m->keys);
  free(m->values);
  *m = (map){ 0 };
}

uint64_t map_hash(const char *bytes, size_t size)
{
  uint64_t hash = 14695981039346656037u; /* FNV-1a */
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u;
  return hash ? hash : 1;
}
