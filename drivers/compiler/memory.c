/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Strings and lists of strings for the drivers.
 *
 * libreduce keeps its own allocator private, and a driver needs little: copies,
 * formatted strings, argument vectors and texts that grow. A program that has
 * no memory left for an argument vector cannot go on, so every function here
 * either works or ends the program with one line.
 */
#include "compiler/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory)
{
  if (!memory) {
    (void)fputs("clang-hdd: out of memory\n", stderr);
    abort();
  }
  return memory;
}

void *mem_alloc(size_t count, size_t size)
{
  return checked(calloc(count ? count : 1, size ? size : 1));
}

void *mem_resize(void *memory, size_t count, size_t size)
{
  return checked(reallocarray(memory, count ? count : 1, size ? size : 1));
}

char *mem_copy_bytes(const char *bytes, size_t size)
{
  if (size == SIZE_MAX)
    (void)checked(NULL);
  char *copy = mem_alloc(size + 1, 1);
  if (size)
    memcpy(copy, bytes, size);
  return copy;
}

char *mem_copy(const char *string)
{
  return mem_copy_bytes(string, strlen(string));
}

char *mem_format(const char *format, ...)
{
  char *out = NULL;
  va_list args;
  va_start(args, format);
  if (vasprintf(&out, format, args) < 0)
    out = NULL;
  va_end(args);
  return checked(out);
}

/* ---- lists of strings ---- */

static void strings_reserve(strings *list)
{
  if (list->size + 2 <= list->capacity)
    return;
  list->capacity = list->capacity ? list->capacity * 2 : 16;
  list->data = mem_resize(list->data, list->capacity, sizeof *list->data);
}

void strings_take(strings *list, char *string)
{
  strings_reserve(list);
  list->data[list->size++] = string;
  list->data[list->size] = NULL;
}

void strings_add(strings *list, const char *string)
{
  strings_take(list, mem_copy(string));
}

void strings_insert(strings *list, size_t at, const char *string)
{
  strings_take(list, NULL);
  memmove(list->data + at + 1, list->data + at,
          (list->size - 1 - at) * sizeof *list->data);
  list->data[at] = mem_copy(string);
}

bool strings_has(const strings *list, const char *string)
{
  for (size_t i = 0; i < list->size; i++)
    if (!strcmp(list->data[i], string))
      return true;
  return false;
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
  strings_reserve(list);
  list->data[list->size] = NULL;
  return (const char *const *)list->data;
}

/* ---- growing texts ---- */

void text_add(textbuf *out, const char *bytes, size_t size)
{
  if (out->capacity - out->size <= size) {
    size_t wanted = out->capacity ? out->capacity : 64;
    while (wanted - out->size <= size)
      wanted *= 2;
    out->data = mem_resize(out->data, wanted, 1);
    out->capacity = wanted;
  }
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
  char *string = NULL;
  va_list args;
  va_start(args, format);
  int size = vasprintf(&string, format, args);
  va_end(args);
  if (size < 0)
    (void)checked(NULL);
  text_add(out, string, (size_t)size);
  free(string);
}

void text_free(textbuf *out)
{
  free(out->data);
  *out = (textbuf){ 0 };
}

/* ---- strings ---- */

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

char *next_line(const char **at, const char *end)
{
  const char *begin = *at, *stop = memchr(begin, '\n', (size_t)(end - begin));
  *at = stop ? stop + 1 : end;
  size_t size = (size_t)((stop ? stop : end) - begin);
  if (size && begin[size - 1] == '\r')
    size--;
  return mem_copy_bytes(begin, size);
}
