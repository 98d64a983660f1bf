/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Strings, lists of strings and growing texts. */
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- lists of strings ---- */

char *strings_take(strings *list, char *string)
{
  ARRAY_RESERVE(list, 2);
  list->data[list->size++] = string;
  list->data[list->size] = NULL;
  return string;
}

void strings_add(strings *list, const char *string)
{
  (void)strings_take(list, mem_copy(string));
}

void strings_insert(strings *list, size_t at, const char *string)
{
  (void)strings_take(list, NULL);
  memmove(list->data + at + 1, list->data + at,
          (list->size - 1 - at) * sizeof *list->data);
  list->data[at] = mem_copy(string);
}

void strings_add_all(strings *list, const strings *from)
{
  for (size_t i = 0; i < from->size; i++)
    strings_add(list, from->data[i]);
}

void strings_remove(strings *list, size_t at, size_t count)
{
  if (at >= list->size)
    return;
  if (count > list->size - at)
    count = list->size - at;
  for (size_t i = at; i < at + count; i++)
    free(list->data[i]);
  list->size -= count;
  memmove(list->data + at, list->data + at + count,
          (list->size - at) * sizeof *list->data);
  list->data[list->size] = NULL;
}

bool strings_has(const strings *list, const char *string)
{
  for (size_t i = 0; i < list->size; i++)
    if (!strcmp(list->data[i], string))
      return true;
  return false;
}

static int by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

void strings_sort(strings *list)
{
  if (list->size)
    qsort(list->data, list->size, sizeof *list->data, by_text);
}

void strings_free(strings *list)
{
  for (size_t i = 0; i < list->size; i++)
    free(list->data[i]);
  free(list->data);
  *list = (strings){ 0 };
}

const char *const *strings_argv(strings *list)
{
  ARRAY_RESERVE(list, 1);
  list->data[list->size] = NULL;
  return (const char *const *)list->data;
}

/* ---- growing texts ---- */

void text_add(textbuf *out, const void *bytes, size_t size)
{
  ARRAY_RESERVE(out, size + 1);
  if (size)
    memcpy(out->data + out->size, bytes, size);
  out->size += size;
  out->data[out->size] = '\0';
}

void text_puts(textbuf *out, const char *string)
{
  text_add(out, string, strlen(string));
}

void text_printf(textbuf *out, const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int size = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (size >= 0) {
    ARRAY_RESERVE(out, (size_t)size + 1);
    (void)vsnprintf(out->data + out->size, (size_t)size + 1, format, again);
    out->size += (size_t)size;
  }
  va_end(again);
}

void text_count(textbuf *out, uint64_t count, const char *noun)
{
  text_printf(out, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : "s");
}

void text_clear(textbuf *out)
{
  out->size = 0;
  if (out->data)
    out->data[0] = '\0';
}

void text_free(textbuf *out)
{
  ARRAY_FREE(out);
}

char *text_take(textbuf *out, size_t *size_out)
{
  if (!out->data)
    text_add(out, "", 0);
  char *data = out->data;
  if (size_out)
    *size_out = out->size;
  *out = (textbuf){ 0 };
  return data;
}

/* ---- strings ---- */

void string_replace(char **string, char *by)
{
  free(*string);
  *string = by;
}

bool starts_with(const char *string, const char *prefix)
{
  return !strncmp(string, prefix, strlen(prefix));
}

bool ends_with(const char *string, const char *suffix)
{
  size_t size = strlen(string), tail = strlen(suffix);
  return size >= tail && !strcmp(string + size - tail, suffix);
}

const char *base_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

text_same text_compare(const char *a, size_t a_size, const char *b,
                       size_t b_size)
{
  enum { BLOCK = 256 }; /* compared at once, for large texts */
  size_t least = a_size < b_size ? a_size : b_size, head = 0, tail = 0;
  while (least - head >= BLOCK && !memcmp(a + head, b + head, BLOCK))
    head += BLOCK;
  while (head < least && a[head] == b[head])
    head++;
  const char *a_end = a + a_size, *b_end = b + b_size;
  while (least - head - tail >= BLOCK &&
         !memcmp(a_end - tail - BLOCK, b_end - tail - BLOCK, BLOCK))
    tail += BLOCK;
  while (tail < least - head &&
         a_end[-1 - (ptrdiff_t)tail] == b_end[-1 - (ptrdiff_t)tail])
    tail++;
  return (text_same){ head, tail };
}

size_t count_lines(const char *text, size_t size)
{
  size_t lines = size && text[size - 1] != '\n';
  for (size_t i = 0; i < size; i++)
    lines += text[i] == '\n';
  return lines;
}

char *next_line(const char **at, const char *end)
{
  const char *begin = *at, *stop = memchr(begin, '\n', (size_t)(end - begin));
  *at = stop ? stop + 1 : end;
  size_t size = (size_t)((stop ? stop : end) - begin);
  if (size && begin[size - 1] == '\r')
    size--;
  return mem_copy_bytes(begin, size);
}
