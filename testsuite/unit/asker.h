/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An asker for tests of searches: units are bits of a mask, a predicate over
 * masks says what is interesting, and every question is written down.
 */
#ifndef UNIT_ASKER_H
#define UNIT_ASKER_H

#include <check.h>
#include <stdlib.h>

#include "search/search.h"

typedef bool predicate(const void *payload, uint32_t mask);

struct asked {
  predicate *holds;
  const void *payload;
  uint32_t log[4096]; /* masks in the order of the questions */
  size_t questions;
};

static inline uint32_t mask_of(const uint32_t *units, size_t count)
{
  uint32_t mask = 0;
  for (size_t i = 0; i < count; i++)
    mask |= UINT32_C(1) << units[i];
  return mask;
}

static inline uint32_t mask_of_query(const rd_query *query)
{
  uint32_t part =
      mask_of(query->units + query->begin, query->end - query->begin);
  return query->keep ? part : mask_of(query->units, query->count) & ~part;
}

static inline rd_status answer(size_t *index_out, void *payload,
                               const rd_query *queries, size_t count)
{
  struct asked *asked = payload;
  for (*index_out = 0; *index_out < count; ++*index_out) {
    uint32_t mask = mask_of_query(&queries[*index_out]);
    ck_assert_uint_lt(asked->questions, 4096);
    asked->log[asked->questions++] = mask;
    if (asked->holds(asked->payload, mask))
      return RD_OK;
  }
  return RD_OK;
}

/* Does the mask have all bits of the one that payload points to? */
static inline bool holds_all(const void *payload, uint32_t mask)
{
  return (mask & *(const uint32_t *)payload) == *(const uint32_t *)payload;
}

static inline uint32_t *all_units(size_t count)
{
  uint32_t *units = mem_alloc(count, sizeof *units);
  for (size_t i = 0; i < count; i++)
    units[i] = (uint32_t)i;
  return units;
}

/* A predicate by table: payload is an array of bool, a row for each mask. */
static inline bool holds_in_table(const void *payload, uint32_t mask)
{
  return ((const bool *)payload)[mask];
}

#endif
