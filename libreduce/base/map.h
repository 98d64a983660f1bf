/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A map from numbers to numbers. It cannot be iterated, so hash order never
 * affects a result. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

/* An open-addressed map from 64-bit keys to 32-bit values; key 0 is reserved
 * (asserted). */
typedef struct map {
  uint64_t *keys;
  uint32_t *values;
  size_t size, capacity;
} map;
#define MAP_NONE UINT32_MAX
uint32_t map_find(const map *m, uint64_t key); /* MAP_NONE if missing */
void map_put(map *m, uint64_t key, uint32_t value);
void map_free(map *m);

#endif
