/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The priority work list of Perses and Pardis: a binary heap of items with
 * three keys each.
 *
 * Callers give distinct keys (the last one can be an age), so the order of
 * items does not depend on the shape of the heap.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

static bool comes_before(const rd_work *a, const rd_work *b)
{
  for (size_t i = 0; i < 3; i++)
    if (a->keys[i] != b->keys[i])
      return a->keys[i] < b->keys[i];
  return a->item < b->item;
}

static void swap(rd_work *a, rd_work *b)
{
  rd_work kept = *a;
  *a = *b;
  *b = kept;
}

void rd_worklist_push(rd_worklist *list, rd_work work)
{
  ARRAY_PUSH(list, work);
  rd_work *heap = list->data;
  for (size_t at = list->size - 1; at > 0; at = (at - 1) / 2) {
    size_t parent = (at - 1) / 2;
    if (!comes_before(&heap[at], &heap[parent]))
      break;
    swap(&heap[at], &heap[parent]);
  }
}

bool rd_worklist_pop(rd_work *out, rd_worklist *list)
{
  size_t size = list->size;
  if (size == 0)
    return false;
  rd_work *heap = list->data;
  *out = heap[0];
  heap[0] = heap[--size];
  list->size = size;
  for (size_t at = 0;;) {
    size_t best = at;
    for (size_t child = 2 * at + 1; child <= 2 * at + 2; child++)
      if (child < size && comes_before(&heap[child], &heap[best]))
        best = child;
    if (best == at)
      return true;
    swap(&heap[at], &heap[best]);
    at = best;
  }
}

rd_status rd_worklist_run(rd_worklist *list,
                          rd_status (*visit)(void *payload, uint32_t item),
                          void *payload)
{
  rd_work work;
  while (rd_worklist_pop(&work, list)) {
    rd_status status = visit(payload, work.item);
    if (status != RD_OK)
      return status;
  }
  return RD_OK;
}
