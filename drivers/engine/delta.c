/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A difference is the size of the text and a row of steps, all numbers as in
 * net.h: an even number 2n copies n bytes from the offset that follows, an odd
 * one 2n + 1 takes the n bytes that follow.
 *
 * The common beginning and end come first, which is all that one deletion needs.
 * Between them, what follows a copy is looked for a little further on in the
 * base, since most of a candidate is its base with parts left out, and any other
 * place among the blocks of the base; a match is extended in both directions.
 */
#include "engine/delta.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "engine/net.h"

enum { BLOCK = 32, WINDOW = 16384 };

static size_t place_of(const delta_base *self, const char *at)
{
  return hash_bytes(at, BLOCK) & self->mask;
}

void delta_base_init(delta_base *out, const char *text, size_t size)
{
  size_t count = 64;
  while (count < size / BLOCK * 2)
    count *= 2;
  *out = (delta_base){ text, size, mem_alloc(count, sizeof *out->blocks),
                       count - 1 };
  for (size_t at = 0; at + BLOCK <= size; at += BLOCK) {
    uint32_t *block = &out->blocks[place_of(out, text + at)];
    if (!*block)
      *block = (uint32_t)at + 1;
  }
}

void delta_base_dispose(delta_base *self)
{
  free(self->blocks);
  *self = (delta_base){ 0 };
}

static void add_copy(textbuf *out, size_t offset, size_t size)
{
  if (!size)
    return;
  net_put(out, (uint64_t)size * 2);
  net_put(out, offset);
}

static void add_new(textbuf *out, const char *bytes, size_t size)
{
  if (!size)
    return;
  net_put(out, (uint64_t)size * 2 + 1);
  text_add(out, bytes, size);
}

/* Where the base has what is at this place of the text; SIZE_MAX: it is not
 * found. After a copy up to `stop`, most often a little further on. */
static size_t find_match(const delta_base *from, const char *at, size_t stop)
{
  size_t left = from->size - stop;
  const char *near =
      stop ? memmem(from->text + stop, left < WINDOW ? left : WINDOW, at, BLOCK)
           : NULL;
  if (near)
    return (size_t)(near - from->text);
  uint32_t block = from->blocks[place_of(from, at)];
  return block && !memcmp(from->text + block - 1, at, BLOCK) ? block - 1u
                                                             : SIZE_MAX;
}

/* Adds the steps for the part of the text between its common beginning, which
 * ends at `stop` in the base, and its end. */
static void add_middle(textbuf *out, const delta_base *from, size_t stop,
                       const char *text, size_t size)
{
  size_t begin = 0, at = 0; /* what lies between them is new so far */
  while (at + BLOCK <= size) {
    size_t offset = find_match(from, text + at, at == begin ? stop : 0);
    if (offset == SIZE_MAX) {
      at++;
      continue;
    }
    size_t end = at + BLOCK;
    stop = offset + BLOCK;
    while (at > begin && offset && text[at - 1] == from->text[offset - 1])
      at--, offset--;
    while (end < size && stop < from->size && text[end] == from->text[stop])
      end++, stop++;
    add_new(out, text + begin, at - begin);
    add_copy(out, offset, end - at);
    begin = at = end;
  }
  add_new(out, text + begin, size - begin);
}

void delta_make(textbuf *out, const delta_base *from, const char *text,
                size_t size)
{
  text_same same = text_compare(from->text, from->size, text, size);
  net_put(out, size);
  add_copy(out, 0, same.head);
  add_middle(out, from, same.head, text + same.head,
             size - same.head - same.tail);
  add_copy(out, from->size - same.tail, same.tail);
}

/* Makes one step; false: it is malformed. */
static bool take_step(textbuf *out, net_reader *in, const char *base,
                      size_t base_size, size_t size)
{
  uint64_t what = net_take(in), count = what / 2, offset = 0;
  if (!count || count > size - out->size)
    return false;
  if (what & 1) {
    const char *bytes = net_take_raw(in, (size_t)count);
    if (bytes)
      text_add(out, bytes, (size_t)count);
    return bytes != NULL;
  }
  offset = net_take(in);
  if (in->bad || offset > base_size || count > base_size - offset)
    return false;
  text_add(out, base + offset, (size_t)count);
  return true;
}

bool delta_apply(char **out, size_t *size_out, const char *base,
                 size_t base_size, const char *delta, size_t delta_size,
                 size_t most)
{
  net_reader in = { delta, delta + delta_size, false };
  textbuf text = { 0 };
  uint64_t size = net_take(&in);
  bool good = !in.bad && size <= most;
  while (good && text.size < size)
    good = take_step(&text, &in, base, base_size, (size_t)size);
  good = good && in.at == in.end;
  if (good)
    *out = text_take(&text, size_out);
  text_free(&text);
  return good;
}
