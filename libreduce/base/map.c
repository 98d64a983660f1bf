/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A map with open addressing. */
#include "base/map.h"

#include <assert.h>

#include "base/memory.h"

/* The slot of the key, or the free slot where it belongs. All bits of the key
 * must affect the slot: many keys are two numbers side by side. */
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
  grown.keys = mem_alloc(grown.capacity, sizeof *grown.keys);
  grown.values = mem_alloc(grown.capacity, sizeof *grown.values);
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
