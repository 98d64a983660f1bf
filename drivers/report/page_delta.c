/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A text as what it takes over from another.
 *
 * A page holds the text after every step, and most of a text is that of the step
 * before. This is no diff for people, which the page makes itself, but a way to
 * write down a text briefly, whatever the two texts are: no search that becomes
 * slow, no case in which it fails. Texts are split into pieces that end with a
 * newline or one of ";{},": as a program written on one line has to be split
 * too. From left to right each piece is looked up in the old text, as near behind
 * the last one found as there is one, else from the beginning; runs of pieces
 * become two numbers. Equal beginnings and ends are found first, so that the
 * sorted table of pieces has only what lies between.
 */
#include "report/page_delta.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "report/page_text.h"

typedef struct piece {
  const char *at;
  size_t size;
  uint64_t hash;
  size_t index; /* in its text */
} piece;

typedef struct pieces {
  piece *data;
  size_t size;
} pieces;

static piece piece_at(const char *at, size_t index)
{
  size_t size = strcspn(at, "\n;{},");
  size += at[size] != '\0';
  return (piece){ at, size, hash_bytes(at, size), index };
}

static pieces split(const char *text)
{
  pieces out = { 0 };
  size_t capacity = 0;
  while (*text) {
    if (out.size == capacity) {
      capacity = capacity ? 2 * capacity : 256;
      out.data = mem_resize(out.data, capacity, sizeof *out.data);
    }
    out.data[out.size] = piece_at(text, out.size);
    text += out.data[out.size++].size;
  }
  return out;
}

static bool same(const piece *a, const piece *b)
{
  return a->hash == b->hash && a->size == b->size &&
         memcmp(a->at, b->at, a->size) == 0;
}

static int by_hash(const void *left, const void *right)
{
  const piece *a = left, *b = right;
  if (a->hash != b->hash)
    return a->hash < b->hash ? -1 : 1;
  return (a->index > b->index) - (a->index < b->index);
}

/* The piece in the sorted table that is equal and not before `least`, the first
 * such; NULL: there is none. */
static const piece *look_up(const pieces *table, const piece *wanted,
                            size_t least)
{
  piece key = { .hash = wanted->hash, .index = least };
  size_t begin = 0, end = table->size;
  while (begin < end) {
    size_t middle = begin + (end - begin) / 2;
    if (by_hash(&table->data[middle], &key) < 0)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin < table->size && same(&table->data[begin], wanted)
             ? &table->data[begin]
             : NULL;
}

/* What is written: a run of old pieces or of new ones is collected. */
typedef struct writer {
  textbuf *out;
  size_t from, count; /* the old pieces; count 0: none */
  const char *fresh;  /* the new text; NULL: none */
  size_t fresh_size;
  const char *separator;
} writer;

static void write_run(writer *self)
{
  if (self->count)
    text_printf(self->out, "%s%zu,%zu", self->separator, self->from,
                self->count);
  if (self->fresh) {
    text_puts(self->out, self->separator);
    page_add_json(self->out, self->fresh, self->fresh_size);
  }
  if (self->count || self->fresh)
    self->separator = ",";
  self->count = 0;
  self->fresh = NULL;
}

static void take_old(writer *self, size_t from, size_t count)
{
  if (self->count && self->from + self->count == from) {
    self->count += count;
    return;
  }
  write_run(self);
  self->from = from;
  self->count = count;
}

static void take_new(writer *self, const piece *fresh)
{
  if (!self->fresh) {
    write_run(self);
    self->fresh = fresh->at;
    self->fresh_size = 0;
  }
  self->fresh_size += fresh->size;
}

/* The pieces of `to` from `begin` to `end`, out of a table of old ones. */
static void write_between(writer *self, const pieces *table, const pieces *to,
                          size_t begin, size_t end)
{
  size_t next = begin;
  for (size_t i = begin; i < end; i++) {
    const piece *old = look_up(table, &to->data[i], next);
    if (!old)
      old = look_up(table, &to->data[i], 0);
    if (old) {
      take_old(self, old->index, 1);
      next = old->index + 1;
    } else {
      take_new(self, &to->data[i]);
    }
  }
}

void page_add_delta(textbuf *out, const char *from, const char *to)
{
  pieces a = split(from), b = split(to);
  writer self = { .out = out, .separator = "" };
  size_t least = a.size < b.size ? a.size : b.size, begin = 0, end = 0;
  while (begin < least && same(&a.data[begin], &b.data[begin]))
    begin++;
  while (end < least - begin &&
         same(&a.data[a.size - 1 - end], &b.data[b.size - 1 - end]))
    end++;

  text_puts(out, "[");
  if (begin)
    take_old(&self, 0, begin);
  pieces table = { a.data ? a.data + begin : NULL, a.size - begin - end };
  if (table.size)
    qsort(table.data, table.size, sizeof *table.data, by_hash);
  write_between(&self, &table, &b, begin, b.size - end);
  if (end)
    take_old(&self, a.size - end, end);
  write_run(&self);
  text_puts(out, "]");
  free(a.data);
  free(b.data);
}
