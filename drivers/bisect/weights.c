/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Weights: how many commits of a range each commit reaches.
 *
 * Without merges that is one more than its parent. What two parents of a merge
 * reach overlaps, so that it has to be counted as a set; a walk for each merge
 * takes seconds with some thousands of them. So the range is cut into *lines*,
 * longest runs of commits in which each but the oldest has the one before it as
 * only parent, and each but the newest has the one behind it as only child. Who
 * reaches a line from outside reaches all of it. What a commit weighs is then its
 * number in its line and the sizes of all lines behind that one, and these sets
 * are counted for 64 lines at a time, a bit each, from parents to children.
 */
#include "bisect/range.h"

#include <stdlib.h>
#include <string.h>

/* Lines are numbered so that parents come first. */
typedef struct lines {
  size_t count;
  uint32_t *of;     /* a place's line */
  uint32_t *number; /* of the commit in its line, from 1 */
  uint32_t *oldest; /* a line's oldest commit, a place */
  uint32_t *size;
  uint32_t *behind; /* how many commits are reached, the line itself left out */
} lines;

static uint32_t *child_counts(const commit_range *range)
{
  uint32_t *counts = mem_alloc(range->count, sizeof *counts);
  for (uint32_t i = 0; i < range->first[range->count]; i++)
    counts[range->parents[i]]++;
  return counts;
}

/* The places, so that parents come before children. */
static uint32_t *parents_first(const commit_range *range,
                               const uint32_t *children)
{
  uint32_t *order = mem_alloc(range->count, sizeof *order);
  uint32_t *open = mem_alloc(range->count, sizeof *open);
  memcpy(open, children, range->count * sizeof *open);
  /* From its end: a place is put down once all its children are. */
  size_t begin = range->count, end = range->count;
  order[--begin] = (uint32_t)range->count - 1;
  while (end > begin) {
    uint32_t place = order[--end];
    for (uint32_t i = range->first[place]; i < range->first[place + 1]; i++)
      if (--open[range->parents[i]] == 0)
        order[--begin] = range->parents[i];
  }
  free(open);
  return order;
}

static void cut_lines(lines *out, const commit_range *range,
                      const uint32_t *order, const uint32_t *children)
{
  for (size_t i = 0; i < range->count; i++) {
    uint32_t place = order[i];
    uint32_t parent = range->first[place] < range->first[place + 1]
                          ? range->parents[range->first[place]]
                          : place;
    bool goes_on =
        range_parent_count(range, place) == 1 && children[parent] == 1;
    uint32_t line = goes_on ? out->of[parent] : (uint32_t)out->count++;
    if (!goes_on)
      out->oldest[line] = place;
    out->of[place] = line;
    out->number[place] = ++out->size[line];
  }
}

/* ---- sets of lines ---- */

enum { BYTES = 8 };

/* The sizes of 64 lines: for each byte of a set, of each of its values. */
typedef struct set_sizes {
  uint32_t of[BYTES][256];
} set_sizes;

static void set_sizes_fill(set_sizes *out, const lines *all, size_t from)
{
  for (size_t byte = 0; byte < BYTES; byte++) {
    out->of[byte][0] = 0;
    for (size_t value = 1; value < 256; value++) {
      size_t line = from + 8 * byte + (size_t)__builtin_ctzll(value);
      uint32_t size = line < all->count ? all->size[line] : 0;
      out->of[byte][value] = out->of[byte][value & (value - 1)] + size;
    }
  }
}

static uint32_t set_size(const set_sizes *sizes, uint64_t set)
{
  uint32_t sum = 0;
  for (size_t byte = 0; set; byte++, set >>= 8)
    sum += sizes->of[byte][set & 255];
  return sum;
}

/* Adds to what is behind each merge what it reaches of 64 lines. `reached`: a set
 * for each line. */
static void count_sets(lines *all, const commit_range *range, size_t from,
                       uint64_t *reached)
{
  set_sizes sizes;
  set_sizes_fill(&sizes, all, from);
  memset(reached, 0, from * sizeof *reached);
  for (size_t line = from; line < all->count; line++) {
    uint32_t place = all->oldest[line];
    uint64_t set = 0;
    for (uint32_t i = range->first[place]; i < range->first[place + 1]; i++)
      set |= reached[all->of[range->parents[i]]];
    if (range_parent_count(range, place) > 1)
      all->behind[line] += set_size(&sizes, set);
    if (line - from < 64)
      set |= UINT64_C(1) << (line - from);
    reached[line] = set;
  }
}

static bool has_merge(const lines *all, const commit_range *range)
{
  for (size_t line = 0; line < all->count; line++)
    if (range_parent_count(range, all->oldest[line]) > 1)
      return true;
  return false;
}

static void count_behind(lines *all, const commit_range *range)
{
  if (has_merge(all, range)) {
    uint64_t *reached = mem_alloc(all->count, sizeof *reached);
    for (size_t from = 0; from < all->count; from += 64)
      count_sets(all, range, from, reached);
    free(reached);
  }
  for (size_t line = 0; line < all->count; line++) {
    uint32_t place = all->oldest[line];
    if (range_parent_count(range, place) != 1)
      continue;
    uint32_t parent = all->of[range->parents[range->first[place]]];
    all->behind[line] = all->behind[parent] + all->size[parent];
  }
}

uint32_t *range_weights(const commit_range *self)
{
  lines all = { .of = mem_alloc(self->count, sizeof *all.of),
                .number = mem_alloc(self->count, sizeof *all.number),
                .oldest = mem_alloc(self->count, sizeof *all.oldest),
                .size = mem_alloc(self->count, sizeof *all.size) };
  uint32_t *children = child_counts(self);
  uint32_t *order = parents_first(self, children);
  cut_lines(&all, self, order, children);
  all.behind = mem_alloc(all.count, sizeof *all.behind);
  count_behind(&all, self);
  uint32_t *weights = all.number;
  for (size_t i = 0; i < self->count; i++)
    weights[i] += all.behind[all.of[i]];
  free(all.of);
  free(all.oldest);
  free(all.size);
  free(all.behind);
  free(children);
  free(order);
  return weights;
}
