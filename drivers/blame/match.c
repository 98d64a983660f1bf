/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which elements of a sequence another one was made of.
 *
 * A reduced text is what was left of the original, and some of it is rewritten.
 * A longest common subsequence would find a place for nearly all of its tokens,
 * since brackets and `int` are everywhere, and say nothing. So whole runs are
 * looked for, as Ratcliff and Obershelp do: the run that weighs most, then the
 * same to its left and to its right. A run weighs what its elements do, and rare
 * ones weigh more; one that weighs less than a single unique element is not
 * taken.
 *
 * Runs are found from their rare elements. Those that occur more often than SEEDS
 * times begin none, unless there is no other and little is left to look through;
 * so the cost does not depend on how often a text says ";".
 */
#include "blame/match.h"

#include <stdbool.h>
#include <stdlib.h>

#include "compiler/memory.h"

enum { SEEDS = 256, SMALL = 1 << 22 };

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

static bool is_seed(const matching *self, uint32_t symbol, bool all)
{
  return all || self->starts[symbol + 1] - self->starts[symbol] <= SEEDS;
}

/* The heaviest run of a range, the first of those that weigh the same. */
static run heaviest(const matching *self, const range *in, bool all)
{
  const uint32_t *a = self->asked->part.symbols,
                 *b = self->asked->whole.symbols;
  run best = { 0 };
  for (uint32_t i = in->part_begin; i < in->part_end; i++) {
    if (!is_seed(self, a[i], all))
      continue;
    uint32_t end = self->starts[a[i] + 1];
    for (uint32_t at = first_place(self, a[i], in->whole_begin);
         at < end && self->places[at] < in->whole_end; at++) {
      uint32_t j = self->places[at];
      bool seen = i > in->part_begin && j > in->whole_begin &&
                  a[i - 1] == b[j - 1] && is_seed(self, a[i - 1], all);
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

static run find_run(const matching *self, const range *in)
{
  run best = heaviest(self, in, false);
  uint64_t room = (uint64_t)(in->part_end - in->part_begin) *
                  (in->whole_end - in->whole_begin);
  return best.weight || room > SMALL ? best : heaviest(self, in, true);
}

static void look(matching *self, uint32_t *out, range in)
{
  run best = find_run(self, &in);
  if (!best.weight || best.weight < self->asked->least)
    return;
  for (uint32_t i = 0; i < best.size; i++)
    out[best.part + i] = best.whole + i;
  push(self, (range){ in.part_begin, best.part, in.whole_begin, best.whole });
  push(self, (range){ best.part + best.size, in.part_end,
                      best.whole + best.size, in.whole_end });
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
  free(self.ranges);
  free(self.places);
  free(self.starts);
  return out;
}
