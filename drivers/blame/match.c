/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which elements of a sequence another one was made of.
 *
 * A reduced text is what was left of the original. Many subsequences of the
 * original are equal to it, since brackets and names are everywhere; wanted is the
 * one that it was made of. So the match of most weight is taken, in which an
 * element weighs what the caller says (rare ones more) and each that follows its
 * neighbour in both texts something in addition; of equals the first. Runs that
 * weigh little in the end are given up: they stand wherever there was room.
 *
 * That takes a table of both lengths. Where it would be too large, the heaviest run
 * is taken first, as Ratcliff and Obershelp do, and what lies left and right of it
 * is matched by itself. Runs are found from rare elements: those that occur more
 * often than SEEDS times begin none.
 */
#include "blame/match.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/text.h"

enum {
  SEEDS = 256,
  CELLS = 1 << 25, /* of a table, a byte each */
  NEIGHBOUR = 2    /* what following one's neighbour weighs */
};

/* Parts of both texts, half open. */
typedef struct range {
  uint32_t part_begin, part_end, whole_begin, whole_end;
} range;

typedef struct run {
  uint32_t part, whole, size;
  uint64_t weight;
} run;

typedef struct matching {
  const match_question *asked;
  uint32_t *starts; /* by symbol: where its places begin; one more at the end */
  uint32_t *places; /* of each symbol in the whole, rising */
  range *ranges;    /* still to be looked at */
  size_t range_count, range_capacity;
} matching;

/* Sorts the places of the whole by symbol. */
static void make_index(matching *self)
{
  const match_question *asked = self->asked;
  size_t symbols = asked->symbol_count, count = asked->whole.count;
  self->starts = mem_alloc(symbols + 2, sizeof *self->starts);
  self->places = mem_alloc(count ? count : 1, sizeof *self->places);
  for (size_t i = 0; i < count; i++)
    self->starts[asked->whole.symbols[i] + 2]++;
  for (size_t i = 2; i < symbols + 2; i++)
    self->starts[i] += self->starts[i - 1];
  for (size_t i = 0; i < count; i++)
    self->places[self->starts[asked->whole.symbols[i] + 1]++] = (uint32_t)i;
}

/* The first place of the symbol that is not before `least`. */
static uint32_t first_place(const matching *self, uint32_t symbol,
                            uint32_t least)
{
  uint32_t begin = self->starts[symbol], end = self->starts[symbol + 1];
  while (begin < end) {
    uint32_t middle = begin + (end - begin) / 2;
    if (self->places[middle] < least)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/* The whole run around a pair of equal elements. */
static run extend(const matching *self, const range *in, uint32_t part,
                  uint32_t whole)
{
  const uint32_t *a = self->asked->part.symbols,
                 *b = self->asked->whole.symbols;
  run out = { part, whole, 0, 0 };
  while (out.part > in->part_begin && out.whole > in->whole_begin &&
         a[out.part - 1] == b[out.whole - 1])
    out.part--, out.whole--;
  while (out.part + out.size < in->part_end &&
         out.whole + out.size < in->whole_end &&
         a[out.part + out.size] == b[out.whole + out.size])
    out.weight += self->asked->weights[a[out.part + out.size++]];
  return out;
}

static bool is_seed(const matching *self, uint32_t symbol)
{
  return self->starts[symbol + 1] - self->starts[symbol] <= SEEDS;
}

/* The heaviest run of a range, the first of those that weigh the same. */
static run heaviest(const matching *self, const range *in)
{
  const uint32_t *a = self->asked->part.symbols,
                 *b = self->asked->whole.symbols;
  run best = { 0 };
  for (uint32_t i = in->part_begin; i < in->part_end; i++) {
    if (!is_seed(self, a[i]))
      continue;
    uint32_t end = self->starts[a[i] + 1];
    for (uint32_t at = first_place(self, a[i], in->whole_begin);
         at < end && self->places[at] < in->whole_end; at++) {
      uint32_t j = self->places[at];
      bool seen = i > in->part_begin && j > in->whole_begin &&
                  a[i - 1] == b[j - 1] && is_seed(self, a[i - 1]);
      run found = seen ? (run){ 0 } : extend(self, in, i, j);
      if (found.weight > best.weight)
        best = found;
    }
  }
  return best;
}

static void push(matching *self, range what)
{
  if (what.part_begin == what.part_end || what.whole_begin == what.whole_end)
    return;
  if (self->range_count == self->range_capacity) {
    self->range_capacity = self->range_capacity ? 2 * self->range_capacity : 16;
    self->ranges =
        mem_resize(self->ranges, self->range_capacity, sizeof *self->ranges);
  }
  self->ranges[self->range_count++] = what;
}

/* Takes the heaviest run, and leaves what is beside it for later. */
static void split(matching *self, uint32_t *out, range in)
{
  run best = heaviest(self, &in);
  if (!best.weight)
    return;
  for (uint32_t i = 0; i < best.size; i++)
    out[best.part + i] = best.whole + i;
  push(self, (range){ in.part_begin, best.part, in.whole_begin, best.whole });
  push(self, (range){ best.part + best.size, in.part_end,
                      best.whole + best.size, in.whole_end });
}

/* ---- the table ---- */

/* How the best match of the first elements of both comes about. */
enum {
  LEFT = 1,    /* the last of the whole is not in it */
  UP = 2,      /* the last of the part is not in it */
  FOLLOWS = 4, /* if the last ones are a pair: the ones before are one too */
};

/* A row of the table: for each length of the whole the weight of the best match,
 * and of the best that ends with a pair; 0: there is none. */
typedef struct row {
  uint32_t *best, *pair;
} row;

typedef struct table {
  uint32_t width;
  unsigned char *ways;
  row now, before;
} table;

static row row_new(uint32_t width)
{
  return (row){ mem_alloc(width, sizeof(uint32_t)),
                mem_alloc(width, sizeof(uint32_t)) };
}

static void row_free(row *self)
{
  free(self->best);
  free(self->pair);
}

/* Fills a row: elements b[0] to b[width - 2] against one that weighs so much. */
static void fill_row(table *self, unsigned char *ways, uint32_t element,
                     const uint32_t *b, uint32_t weight)
{
  row *now = &self->now, *before = &self->before;
  for (uint32_t j = 1; j < self->width; j++) {
    now->pair[j] = 0;
    ways[j] = 0;
    if (b[j - 1] == element) {
      uint32_t alone = before->best[j - 1];
      uint32_t joined = before->pair[j - 1] + NEIGHBOUR;
      bool follows = before->pair[j - 1] && joined >= alone;
      now->pair[j] = weight + (follows ? joined : alone);
      ways[j] |= follows ? FOLLOWS : 0;
    }
    now->best[j] = now->pair[j];
    if (before->best[j] >= now->best[j]) {
      now->best[j] = before->best[j];
      ways[j] |= UP;
    }
    if (now->best[j - 1] >= now->best[j]) {
      now->best[j] = now->best[j - 1];
      ways[j] |= LEFT;
    }
  }
}

/* Reads the pairs off the table. */
static void follow(const table *self, uint32_t *out, const range *in)
{
  uint32_t i = in->part_end - in->part_begin, j = self->width - 1;
  bool paired = false;
  while (i && j) {
    unsigned char way = self->ways[(size_t)i * self->width + j];
    if (!paired && way & LEFT) {
      j--;
    } else if (!paired && way & UP) {
      i--;
    } else {
      paired = (way & FOLLOWS) != 0;
      out[in->part_begin + --i] = in->whole_begin + --j;
    }
  }
}

static void tabulate(const match_question *asked, uint32_t *out,
                     const range *in)
{
  const uint32_t *a = asked->part.symbols + in->part_begin;
  uint32_t height = in->part_end - in->part_begin;
  table self = { .width = in->whole_end - in->whole_begin + 1 };
  self.ways = mem_alloc((size_t)(height + 1) * self.width, 1);
  self.now = row_new(self.width);
  self.before = row_new(self.width);
  for (uint32_t i = 1; i <= height; i++) {
    row swap = self.before;
    self.before = self.now;
    self.now = swap;
    fill_row(&self, self.ways + (size_t)i * self.width, a[i - 1],
             asked->whole.symbols + in->whole_begin, asked->weights[a[i - 1]]);
  }
  follow(&self, out, in);
  row_free(&self.now);
  row_free(&self.before);
  free(self.ways);
}

/* ---- the whole ---- */

static void look(matching *self, uint32_t *out, range in)
{
  uint64_t cells = (uint64_t)(in.part_end - in.part_begin + 1) *
                   (in.whole_end - in.whole_begin + 1);
  if (cells <= CELLS)
    tabulate(self->asked, out, &in);
  else
    split(self, out, in);
}

/* Gives up the runs that weigh less than the least. */
static void drop_light(uint32_t *out, const match_question *asked)
{
  size_t count = asked->part.count;
  for (size_t i = 0, end; i < count; i = end) {
    uint64_t weight = 0;
    for (end = i; end < count && out[end] != MATCH_NONE &&
                  (end == i || out[end] == out[end - 1] + 1);
         end++)
      weight += asked->weights[asked->part.symbols[end]];
    for (size_t j = i; j < end && weight < asked->least; j++)
      out[j] = MATCH_NONE;
    end += end == i;
  }
}

uint32_t *match_find(const match_question *question)
{
  matching self = { .asked = question };
  size_t count = question->part.count;
  uint32_t *out = mem_alloc(count ? count : 1, sizeof *out);
  for (size_t i = 0; i < count; i++)
    out[i] = MATCH_NONE;
  make_index(&self);
  push(&self,
       (range){ 0, (uint32_t)count, 0, (uint32_t)question->whole.count });
  while (self.range_count)
    look(&self, out, self.ranges[--self.range_count]);
  drop_light(out, question);
  free(self.ranges);
  free(self.places);
  free(self.starts);
  return out;
}
