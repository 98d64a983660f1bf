/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Memory, growable arrays, byte buffers and the filling of errors.
 *
 * Running out of memory is not recoverable for a reducer: one message, abort.
 * So no caller checks for NULL. Every allocation is a block of its own, so that
 * AddressSanitizer and valgrind see each use after its release.
 */
#include "base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reduce/status.h"

static void out_of_memory(void)
{
  static const char text[] = "libreduce: out of memory\n";
  (void)!fwrite(text, 1, sizeof text - 1, stderr);
  abort();
}

void *rd_alloc(size_t count, size_t size)
{
  void *memory = calloc(count ? count : 1, size ? size : 1);
  if (!memory)
    out_of_memory();
  return memory;
}

void *rd_realloc(void *memory, size_t count, size_t size)
{
  memory = reallocarray(memory, count ? count : 1, size ? size : 1);
  if (!memory)
    out_of_memory();
  return memory;
}

char *rd_memdup(const void *bytes, size_t size)
{
  char *copy = rd_alloc(size + 1, 1);
  if (size)
    memcpy(copy, bytes, size);
  return copy;
}

char *rd_strdup(const char *string)
{
  return rd_memdup(string, strlen(string));
}

char *rd_format(const char *format, ...)
{
  char *out = NULL;
  va_list args;
  va_start(args, format);
  int size = vasprintf(&out, format, args);
  va_end(args);
  if (size < 0)
    out_of_memory();
  return out;
}

rd_status rd_fail(rd_error *err, rd_status status, const char *format, ...)
{
  if (err) {
    va_list args;
    va_start(args, format);
    err->status = status;
    (void)vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
  }
  return status;
}

/* ---- arrays and buffers ---- */

void *rd_grow(void *data, size_t *capacity, size_t needed, size_t size)
{
  if (needed <= *capacity)
    return data;
  size_t wanted = *capacity < 16 ? 16 : *capacity;
  while (wanted < needed)
    wanted += wanted / 2;
  *capacity = wanted;
  return rd_realloc(data, wanted, size);
}

void rd_buffer_add(rd_buffer *buffer, const void *bytes, size_t size)
{
  RD_RESERVE(buffer, size + 1);
  if (size)
    memcpy(buffer->data + buffer->size, bytes, size);
  buffer->size += size;
  buffer->data[buffer->size] = '\0';
}

void rd_buffer_puts(rd_buffer *buffer, const char *string)
{
  rd_buffer_add(buffer, string, strlen(string));
}

void rd_buffer_printf(rd_buffer *buffer, const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int size = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (size > 0) {
    RD_RESERVE(buffer, (size_t)size + 1);
    (void)vsnprintf(buffer->data + buffer->size, (size_t)size + 1, format,
                    again);
    buffer->size += (size_t)size;
  }
  va_end(again);
}

void rd_buffer_clear(rd_buffer *buffer)
{
  buffer->size = 0;
  if (buffer->data)
    buffer->data[0] = '\0';
}

void rd_buffer_free(rd_buffer *buffer)
{
  free(buffer->data);
  memset(buffer, 0, sizeof *buffer);
}

char *rd_buffer_take(rd_buffer *buffer, size_t *size_out)
{
  if (!buffer->data)
    rd_buffer_add(buffer, "", 0);
  char *data = buffer->data;
  if (size_out)
    *size_out = buffer->size;
  memset(buffer, 0, sizeof *buffer);
  return data;
}
