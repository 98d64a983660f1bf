/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory and growable arrays. Running out of memory prints one line and aborts,
 * so callers need not check for NULL. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Zeroed memory; sizes are checked for overflow. Release with free(). */
void *mem_alloc(size_t count, size_t size);
void *mem_resize(void *memory, size_t count, size_t size);
char *mem_copy(const char *string);
char *mem_copy_bytes(const void *bytes, size_t size); /* adds a NUL */
char *mem_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- growable arrays ----
 *
 *   ARRAY(uint32_t) ids = { 0 };
 *   ARRAY_PUSH(&ids, 7);
 *   ARRAY_FREE(&ids);
 */
#define ARRAY(type)                                                            \
  struct {                                                                     \
    type *data;                                                                \
    size_t size, capacity;                                                     \
  }
#define ARRAY_RESERVE(array, count)                                            \
  ((void)((array)->data =                                                      \
              mem_grow((array)->data, &(array)->capacity,                      \
                       (array)->size + (count), sizeof *(array)->data)))
#define ARRAY_PUSH(array, ...)                                                 \
  (ARRAY_RESERVE(array, 1),                                                    \
   (void)((array)->data[(array)->size++] = (__VA_ARGS__)))
#define ARRAY_FREE(array)                                                      \
  (free((array)->data), (void)memset((array), 0, sizeof *(array)))
/* Appends to a list that is a pointer and a count. The list must grow only this
 * way, because its capacity follows from its count. */
#define LIST_PUSH(data, count, ...)                                            \
  ((data) = mem_grow_list((data), (count), sizeof *(data)),                    \
   (void)((data)[(count)++] = (__VA_ARGS__)))

/* Makes room for `needed` elements; returns the (moved) data. */
void *mem_grow(void *data, size_t *capacity, size_t needed, size_t size);
/* Makes room for one element after `count`. */
void *mem_grow_list(void *data, size_t count, size_t size);

#endif
