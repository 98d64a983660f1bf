/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Matches a sequence with the one that it was made of.
 *
 * A reduced text is a subsequence of the original, but usually of several
 * places, since brackets and names are everywhere; wanted is the actual one.
 * The heaviest match is chosen, where an element weighs what the caller says
 * (rare ones more), plus a bonus if it follows its neighbour in both texts; of
 * equals the first. Runs that still weigh little are dropped: they could match
 * anywhere.
 *
 * This needs a table of both lengths. Elements that do not occur in both texts
 * are excluded and, if the table is still too large, so are the most frequent
 * elements, which are the least significant.
 */
#include "blame/match.h"

#include "base/memory.h"

enum {
  CELLS = 1 << 26, /* of the table, one byte each */
  NEIGHBOUR = 2    /* bonus for following one's neighbour */
};

/* Indices of a text's elements that are in the table; ascending. */
typedef struct kept_list {
  uint32_t *data;
  size_t count;
} kept_list;

static uint32_t *count_symbols(const match_text *in, uint32_t symbols)
{
  uint32_t *out = mem_alloc(symbols + 1u, sizeof *out);
  for (size_t i = 0; i < in->count; i++)
    out[in->symbols[i]]++;
  return out;
}

/* Keeps the elements that occur in the other text, and at most `most` times in
 * the whole. */
static void keep(kept_list *out, const match_text *of, const uint32_t *other,
                 const uint32_t *in_whole, uint32_t most)
{
  out->count = 0;
  for (size_t i = 0; i < of->count; i++)
    if (other[of->symbols[i]] && in_whole[of->symbols[i]] <= most)
      out->data[out->count++] = (uint32_t)i;
}

/* Chooses the table's elements so that it is not too large. */
static void choose(kept_list *part, kept_list *whole,
                   const match_question *asked)
{
  uint32_t *in_part = count_symbols(&asked->part, asked->symbol_count);
  uint32_t *in_whole = count_symbols(&asked->whole, asked->symbol_count);
  uint32_t most = (uint32_t)asked->whole.count;
  part->data = mem_alloc(asked->part.count + 1, sizeof *part->data);
  whole->data = mem_alloc(asked->whole.count + 1, sizeof *whole->data);
  do {
    keep(part, &asked->part, in_whole, in_whole, most);
    keep(whole, &asked->whole, in_part, in_whole, most);
    most /= 2;
  } while ((part->count + 1) * (whole->count + 1) > CELLS);
  free(in_whole);
  free(in_part);
}

/* ---- the table ---- */

/* How the best match of the first elements of both is composed. */
enum {
  LEFT = 1,    /* it does not use the last of the whole */
  UP = 2,      /* it does not use the last of the part */
  FOLLOWS = 4, /* if the last ones are a pair: so are the ones before */
};

/* A row: for each length of the whole, the weight of the best match, and of the
 * best that ends with a pair; 0: there is no match. */
typedef struct row {
  uint32_t *best, *pair;
} row;

typedef struct table {
  const match_question *asked;
  kept_list part, whole;
  size_t width;
  unsigned char *ways;
  row now, before;
} table;

static row row_new(size_t width)
{
  return (row){ mem_alloc(width, sizeof(uint32_t)),
                mem_alloc(width, sizeof(uint32_t)) };
}

static void row_free(row *self)
{
  free(self->best);
  free(self->pair);
}

/* Does an element directly follow the one before it in the list? */
static bool is_neighbour(const kept_list *in, size_t at)
{
  return at && in->data[at] == in->data[at - 1] + 1;
}

/* Fills the row for an element of the part. */
static void fill_row(table *self, unsigned char *ways, size_t i)
{
  row *now = &self->now, *before = &self->before;
  uint32_t symbol = self->asked->part.symbols[self->part.data[i]];
  for (size_t j = 1; j < self->width; j++) {
    now->pair[j] = 0;
    ways[j] = 0;
    if (self->asked->whole.symbols[self->whole.data[j - 1]] == symbol) {
      uint32_t alone = before->best[j - 1];
      uint32_t joined = before->pair[j - 1] + NEIGHBOUR;
      bool follows = before->pair[j - 1] && is_neighbour(&self->part, i) &&
                     is_neighbour(&self->whole, j - 1) && joined >= alone;
      now->pair[j] = self->asked->weights[symbol] + (follows ? joined : alone);
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
static void follow(uint32_t *out, const table *self)
{
  size_t i = self->part.count, j = self->whole.count;
  bool paired = false;
  while (i && j) {
    unsigned char way = self->ways[i * self->width + j];
    if (!paired && way & LEFT) {
      j--;
    } else if (!paired && way & UP) {
      i--;
    } else {
      paired = (way & FOLLOWS) != 0;
      i--;
      j--;
      out[self->part.data[i]] = self->whole.data[j];
    }
  }
}

static void tabulate(uint32_t *out, table *self)
{
  self->width = self->whole.count + 1;
  self->ways = mem_alloc((self->part.count + 1) * self->width, 1);
  self->now = row_new(self->width);
  self->before = row_new(self->width);
  for (size_t i = 0; i < self->part.count; i++) {
    row swap = self->before;
    self->before = self->now;
    self->now = swap;
    fill_row(self, self->ways + (i + 1) * self->width, i);
  }
  follow(out, self);
  row_free(&self->now);
  row_free(&self->before);
  free(self->ways);
}

/* ---- the whole ---- */

/* Drops the runs that weigh less than the minimum. */
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
  table self = { .asked = question };
  size_t count = question->part.count;
  uint32_t *out = mem_alloc(count ? count : 1, sizeof *out);
  for (size_t i = 0; i < count; i++)
    out[i] = MATCH_NONE;
  choose(&self.part, &self.whole, question);
  tabulate(out, &self);
  drop_light(out, question);
  free(self.part.data);
  free(self.whole.data);
  return out;
}
