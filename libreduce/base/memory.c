/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Memory and growable arrays.
 *
 * A reducer cannot recover from running out of memory: it prints one line and
 * aborts. In the parse server's child this costs only the tree of one text.
 * Every allocation is a separate block, so that AddressSanitizer and valgrind
 * detect each use after release.
 */
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>

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

char *mem_copy_bytes(const void *bytes, size_t size)
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

void *mem_grow(void *data, size_t *capacity, size_t needed, size_t size)
{
  if (needed <= *capacity)
    return data;
  size_t wanted = *capacity < 16 ? 16 : *capacity;
  while (wanted < needed)
    wanted += wanted / 2;
  *capacity = wanted;
  return mem_resize(data, wanted, size);
}

void *mem_grow_list(void *data, size_t count, size_t size)
{
  bool is_full = !(count & (count - 1)); /* 0 or a power of two */
  return is_full ? mem_resize(data, count ? 2 * count : 1, size) : data;
}
