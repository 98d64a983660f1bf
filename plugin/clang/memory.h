/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of the front end: aborts when there is none. */
#ifndef CLANG_MEMORY_H
#define CLANG_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Zeroed; release with free(). */
void *memory_new(size_t count, size_t size);
char *memory_copy(const char *bytes, size_t size); /* adds a NUL */
/* Makes room for `needed` elements; returns the (moved) data. */
void *memory_grow(void *data, size_t *capacity, size_t needed, size_t size);
char *memory_format(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#define ARRAY(type)                                                            \
  struct {                                                                     \
    type *data;                                                                \
    size_t size, capacity;                                                     \
  }
#define PUSH(array, ...)                                                       \
  ((array)->data = memory_grow((array)->data, &(array)->capacity,              \
                               (array)->size + 1, sizeof *(array)->data),      \
   (void)((array)->data[(array)->size++] = (__VA_ARGS__)))

/* Strings that live until strings_free. */
typedef ARRAY(char *) strings;
const char *strings_keep(strings *pool, char *string); /* takes it over */
void strings_free(strings *pool);

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
uint64_t map_hash(const char *bytes, size_t size); /* never 0 */

#endif
