/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Isolation: a search among units that need each other.
 *
 * A set that leaves out what some unit in it needs is a wasted question: the
 * text is invalid. So the search chooses *seeds*, and what they need stays with
 * them. The seeds are the units that are known to be needed and the first n of
 * the others; bisection finds the smallest n that suffices. The last of these
 * seeds is needed, too, and the search goes on before it, until the known units
 * suffice. With k needed units that nothing else needs, that is about
 * k * log2(n) questions for a monotone property.
 *
 * What is needed together stands together, mostly. So the order of the units
 * before the last seed turns round, the nearest to it come first, and the next
 * bisection gallops: it begins with a small part, not half. Where a few units may
 * suffice, the first bisection begins with them, not with nothing, and gallops.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

struct isolation {
  const uint32_t *units; /* as given */
  size_t total;
  uint32_t *present; /* the configuration, of size *count */
  size_t *count;
  const uint64_t *weights; /* by unit, or NULL */
  uint32_t *at;            /* by place in the search: position as given */
  uint64_t *sums;          /* by place: of the weights before it */
  const rd_asker *asker;
  const rd_needs *needs;
  bool *is_known;
  uint32_t *seeds; /* of a question */
  bool *stays;     /* by number of the unit as given */
  bool *is_present;
  uint32_t *order; /* present units, those that stay first */
};

/* Orders the present units; returns how many stay. */
static size_t divide(struct isolation *search)
{
  size_t kept = 0;
  for (int part = 0; part < 2; part++) {
    for (size_t i = 0, at = kept; i < search->total; i++) {
      if (!search->is_present[i] || search->stays[i] != (part == 0))
        continue;
      search->order[at++] = search->units[i];
      kept += part == 0;
    }
  }
  return kept;
}

/* Do the known units and the first n places with all that they need suffice? If
 * so, the others are left out. */
static rd_status suffices(bool *out, struct isolation *search, size_t n)
{
  size_t seeds = 0;
  for (size_t i = 0; i < search->total; i++) {
    uint32_t at = search->at[i];
    if (search->is_present[at] && (i < n || search->is_known[at]))
      search->seeds[seeds++] = at;
  }
  search->needs->find(search->stays, search->needs->payload, search->seeds,
                      seeds);
  size_t kept = divide(search);
  *out = kept == *search->count;
  if (*out)
    return RD_OK;
  rd_query query = { .units = search->order,
                     .count = *search->count,
                     .begin = kept,
                     .end = *search->count };
  size_t index;
  rd_status status =
      search->asker->first(&index, search->asker->payload, &query, 1);
  if (status != RD_OK || index > 0)
    return status;
  *out = true;
  for (size_t i = 0; i < search->total; i++)
    search->is_present[i] &= search->stays[i];
  memcpy(search->present, search->order, kept * sizeof *search->present);
  *search->count = kept;
  return RD_OK;
}

enum { SMALLEST_PART = 1024, NEAR_PART = 128, GROWTH = 8, HALF = 2 };

/* Cuts [low, high) as near as possible to 1 / part of its weight. */
static size_t cut(const struct isolation *search, size_t low, size_t high,
                  uint64_t part)
{
  uint64_t until =
      search->sums[low] + (search->sums[high] - search->sums[low]) / part;
  size_t at = low + 1;
  while (at + 1 < high && search->sums[at] < until)
    at++;
  return at;
}

/* The smallest number of first places that suffices: more than `low`, at most
 * *end, which it becomes. */
static rd_status bisect(size_t *end, struct isolation *search, size_t low,
                        uint64_t part)
{
  rd_status status = RD_OK;
  while (*end - low > 1 && status == RD_OK) {
    size_t at = cut(search, low, *end, part);
    bool is_enough = false;
    status = suffices(&is_enough, search, at);
    if (status == RD_OK && is_enough)
      *end = at;
    else
      low = at;
    part = is_enough || part < HALF * GROWTH ? HALF : part / GROWTH;
  }
  return status;
}

static void sum_weights(struct isolation *search)
{
  for (size_t i = 0; i < search->total; i++)
    search->sums[i + 1] =
        search->sums[i] +
        (search->weights ? search->weights[search->units[search->at[i]]] : 1);
}

/* Turns the order of the first places round. */
static void turn(struct isolation *search, size_t end)
{
  for (size_t i = 0; i < end / 2; i++) {
    uint32_t at = search->at[i];
    search->at[i] = search->at[end - 1 - i];
    search->at[end - 1 - i] = at;
  }
  sum_weights(search);
}

static bool is_any_known(const struct isolation *search)
{
  for (size_t i = 0; i < search->total; i++)
    if (search->is_known[i])
      return true;
  return false;
}

static rd_status isolate(struct isolation *search)
{
  size_t few = search->needs->few, end = search->total;
  bool asks = few || !search->needs->some || is_any_known(search);
  uint64_t part = few ? SMALLEST_PART : HALF;
  for (;; few = 0, asks = true, part = NEAR_PART) {
    bool is_enough = false;
    rd_status status = RD_OK;
    if (asks)
      status = suffices(&is_enough, search, few);
    if (status != RD_OK || (is_enough && few == 0) || end == 0)
      return status;
    if (is_enough)
      end = few;
    status = is_enough ? bisect(&end, search, 0, HALF)
                       : bisect(&end, search, few, part);
    if (status != RD_OK)
      return status;
    search->is_known[search->at[--end]] = true;
    turn(search, end);
  }
}

rd_status rd_isolate(uint32_t *units, size_t *count, const uint64_t *weights,
                     bool *is_known, const rd_asker *asker,
                     const rd_needs *needs)
{
  size_t total = *count;
  struct isolation search = { .total = total,
                              .present = units,
                              .count = count,
                              .weights = weights,
                              .is_known = is_known,
                              .asker = asker,
                              .needs = needs };
  uint32_t *given = mem_alloc(total, sizeof *given);
  memcpy(given, units, total * sizeof *given);
  search.units = given;
  search.at = mem_alloc(total, sizeof *search.at);
  for (size_t i = 0; i < total; i++)
    search.at[i] = (uint32_t)i;
  search.sums = mem_alloc(total + 1, sizeof *search.sums);
  sum_weights(&search);
  search.seeds = mem_alloc(total, sizeof *search.seeds);
  search.order = mem_alloc(total, sizeof *search.order);
  search.stays = mem_alloc(total, sizeof *search.stays);
  search.is_present = mem_alloc(total, sizeof *search.is_present);
  memset(search.is_present, true, total * sizeof *search.is_present);
  rd_status status = isolate(&search);
  free(given);
  free(search.at);
  free(search.sums);
  free(search.seeds);
  free(search.order);
  free(search.stays);
  free(search.is_present);
  return status;
}
