/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Byte strings stored once each.
 *
 * A tree of millions of nodes has a few hundred different phrases, so nodes
 * hold offsets into one block of bytes. The table is open addressing with
 * linear probing, at most half full; nothing is ever removed. Offsets are given
 * out in the order of coming and the table is never iterated, so that the hash
 * has no influence on any result.
 */
#include "intern.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FIRST_SLOTS = 64 };

static struct rd_intern_slot *find_slot(const rd_intern *intern,
                                        const void *bytes, size_t size)
{
  size_t mask = intern->slot_count - 1;
  size_t i = XXH3_64bits(bytes, size) & mask;
  while (intern->slots[i].size) {
    const struct rd_intern_slot *slot = &intern->slots[i];
    if (slot->size == size &&
        !memcmp(intern->bytes.data + slot->offset, bytes, size))
      break;
    i = (i + 1) & mask;
  }
  return &intern->slots[i];
}

static void grow(rd_intern *intern)
{
  struct rd_intern_slot *old = intern->slots;
  size_t count = intern->slot_count;
  intern->slot_count = count ? 2 * count : FIRST_SLOTS;
  intern->slots = mem_alloc(intern->slot_count, sizeof *intern->slots);
  for (size_t i = 0; i < count; i++)
    if (old[i].size)
      *find_slot(intern, intern->bytes.data + old[i].offset, old[i].size) =
          old[i];
  free(old);
}

uint32_t rd_intern_add(rd_intern *intern, const void *bytes, size_t size)
{
  assert(size > 0 && size < UINT32_MAX);
  if (2 * intern->used >= intern->slot_count)
    grow(intern);
  struct rd_intern_slot *slot = find_slot(intern, bytes, size);
  if (!slot->size) {
    assert(intern->bytes.size + size < UINT32_MAX);
    slot->offset = (uint32_t)intern->bytes.size;
    slot->size = (uint32_t)size;
    text_add(&intern->bytes, bytes, size);
    intern->used++;
  }
  return slot->offset;
}

uint32_t rd_intern_string(rd_intern *intern, const char *string)
{
  return rd_intern_add(intern, string, strlen(string) + 1);
}

void rd_intern_dispose(rd_intern *intern)
{
  text_free(&intern->bytes);
  free(intern->slots);
  memset(intern, 0, sizeof *intern);
}
