/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sets of sorts. A grammar has thousands of symbols, and its nodes share a few
 * hundred sets of them, so a node stores the number of a set. A set is a row of
 * bits without the words of zeros around it: two sets are compared within the
 * words that both have, which is one word where sorts are few.
 */
#include <stdlib.h>

#include "builder.h"

static uint32_t intern(rd_builder *builder, const rd_sort_set *set)
{
  size_t size = sizeof *set + (set->end - set->begin) * sizeof *set->words;
  uint32_t row = rd_intern_add(&builder->sets, set, size);
  return 1 + builder->sets.all.data[row].offset / (uint32_t)sizeof *set->words;
}

static rd_sort_set *new_set(uint32_t begin, uint32_t end)
{
  rd_sort_set *set =
      mem_alloc(1, sizeof *set + (end - begin) * sizeof *set->words);
  set->begin = begin;
  set->end = end;
  return set;
}

static uint32_t take(rd_builder *builder, rd_sort_set *set)
{
  uint32_t number = intern(builder, set);
  free(set);
  return number;
}

uint32_t rd_builder_sort_bits(rd_builder *builder, uint32_t bits)
{
  const uint32_t set[] = { 0, 1, bits };
  return bits ? intern(builder, (const void *)set) : 0;
}

uint32_t rd_builder_sorts(rd_builder *builder, const uint16_t *sorts,
                          size_t count)
{
  if (!count)
    return 0;
  uint32_t begin = UINT16_MAX, end = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t word = sorts[i] / 32u;
    begin = word < begin ? word : begin;
    end = word < end ? end : word + 1;
  }
  rd_sort_set *set = new_set(begin, end);
  for (size_t i = 0; i < count; i++)
    set->words[sorts[i] / 32u - begin] |= UINT32_C(1) << (sorts[i] % 32u);
  return take(builder, set);
}

static void add(rd_sort_set *set, const rd_sort_set *other)
{
  for (uint32_t i = other->begin; i < other->end; i++)
    set->words[i - set->begin] |= other->words[i - other->begin];
}

uint32_t rd_builder_join_sorts(rd_builder *builder, uint32_t a, uint32_t b)
{
  if (a == b || !a || !b)
    return a ? a : b;
  const uint32_t *sets = (const void *)builder->sets.bytes.data;
  const rd_sort_set *left = (const void *)(sets + a - 1);
  const rd_sort_set *right = (const void *)(sets + b - 1);
  rd_sort_set *set =
      new_set(left->begin < right->begin ? left->begin : right->begin,
              left->end > right->end ? left->end : right->end);
  add(set, left);
  add(set, right);
  return take(builder, set);
}
