/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Byte strings stored once each.
 *
 * A tree of millions of nodes has a few hundred different phrases, so nodes
 * store their numbers. The table is open addressing with linear probing, at
 * most half full; nothing is ever removed. Numbers are assigned in order of
 * arrival and the table is never iterated, so the hash never affects a result.
 */
#include "intern.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "reduce/tree.h"

enum { FIRST_SLOTS = 64 };

static uint32_t *find_slot(const rd_intern *intern, const void *bytes,
                           size_t size)
{
  size_t mask = intern->slot_count - 1;
  size_t i = hash_bytes(bytes, size) & mask;
  for (; intern->slots[i]; i = (i + 1) & mask) {
    const rd_interned *at = &intern->all.data[intern->slots[i] - 1];
    if (at->size == size &&
        !memcmp(intern->bytes.data + at->offset, bytes, size))
      break;
  }
  return &intern->slots[i];
}

static void grow(rd_intern *intern)
{
  free(intern->slots);
  intern->slot_count =
      intern->slot_count ? 2 * intern->slot_count : FIRST_SLOTS;
  intern->slots = mem_alloc(intern->slot_count, sizeof *intern->slots);
  for (uint32_t i = 0; i < intern->all.size; i++)
    *find_slot(intern, rd_intern_at(intern, i), intern->all.data[i].size) =
        i + 1;
}

uint32_t rd_intern_add(rd_intern *intern, const void *bytes, size_t size)
{
  assert(size > 0 && size < UINT32_MAX);
  if (2 * intern->all.size >= intern->slot_count)
    grow(intern);
  uint32_t *slot = find_slot(intern, bytes, size);
  if (!*slot) {
    assert(intern->bytes.size + size < UINT32_MAX);
    rd_interned made = { .offset = (uint32_t)intern->bytes.size,
                         .size = (uint32_t)size,
                         .weight = RD_NONE };
    text_add(&intern->bytes, bytes, size);
    ARRAY_PUSH(&intern->all, made);
    *slot = (uint32_t)intern->all.size;
  }
  return *slot - 1;
}

uint32_t rd_intern_string(rd_intern *intern, const char *string)
{
  return rd_intern_add(intern, string, strlen(string) + 1);
}

uint32_t rd_intern_text(rd_intern *intern, const char *text,
                        const rd_lexer *lexer)
{
  uint32_t number = rd_intern_string(intern, text);
  rd_interned *made = &intern->all.data[number];
  if (made->weight == RD_NONE)
    made->weight = rd_lexer_count(lexer, text, strlen(text));
  return number;
}

void rd_intern_dispose(rd_intern *intern)
{
  text_free(&intern->bytes);
  ARRAY_FREE(&intern->all);
  free(intern->slots);
  memset(intern, 0, sizeof *intern);
}
