/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory, growable arrays and byte buffers: the only place that allocates. */
#ifndef RD_BASE_H
#define RD_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed memory; prints one line and aborts when there is none. Sizes are
 * checked for overflow. Release with free(). */
void *rd_alloc(size_t count, size_t size);
void *rd_realloc(void *memory, size_t count, size_t size);
char *rd_strdup(const char *string);
char *rd_memdup(const void *bytes, size_t size); /* adds a NUL behind */
char *rd_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- growable arrays ----
 *
 *   struct { uint32_t *data; size_t size, capacity; } ids = {0};
 *   RD_PUSH(&ids, 7);
 *   free(ids.data);
 */
#define RD_ARRAY(type)                                                         \
  struct {                                                                     \
    type *data;                                                                \
    size_t size, capacity;                                                     \
  }
#define RD_RESERVE(array, count)                                               \
  ((void)((array)->data =                                                      \
              rd_grow((array)->data, &(array)->capacity,                       \
                      (array)->size + (count), sizeof *(array)->data)))
#define RD_PUSH(array, ...)                                                    \
  (RD_RESERVE(array, 1), (void)((array)->data[(array)->size++] = (__VA_ARGS__)))
#define RD_FREE(array)                                                         \
  (free((array)->data), (void)memset((array), 0, sizeof *(array)))

/* Makes room for `needed` elements; returns the (moved) data. */
void *rd_grow(void *data, size_t *capacity, size_t needed, size_t size);

/* ---- byte buffer, always NUL-terminated once something was added ---- */

typedef RD_ARRAY(char) rd_buffer;
void rd_buffer_add(rd_buffer *buffer, const void *bytes, size_t size);
void rd_buffer_puts(rd_buffer *buffer, const char *string);
void rd_buffer_printf(rd_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void rd_buffer_clear(rd_buffer *buffer);
void rd_buffer_free(rd_buffer *buffer);
/* Hands the bytes to the caller (free()) and empties the buffer; never NULL. */
char *rd_buffer_take(rd_buffer *buffer, size_t *size_out);

#endif
