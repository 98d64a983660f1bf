/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One by one: each unit is left out once, and stays out if the rest is still
 * interesting.
 *
 * This is one round of the second phase of HDD+ (Misherghi and Su 2006, section
 * 3.4). Repeated until a round leaves nothing out, it gives a 1-minimal answer.
 * A round does not restart after a success: that would ask for up to n times as
 * many sets and find no more than the next round does.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* Asks for the units from position `at`, counted in the search's direction. */
static size_t make_batch(rd_query *batch, const uint32_t *units, size_t count,
                         size_t at, bool backward)
{
  size_t size = 0;
  for (size_t i = at; i < count; i++) {
    size_t unit = backward ? count - 1 - i : i;
    batch[size++] = (rd_query){
      .units = units, .count = count, .begin = unit, .end = unit + 1
    };
  }
  return size;
}

rd_status rd_onebyone(uint32_t *units, size_t *count, const rd_asker *asker,
                      bool backward)
{
  rd_query *batch = mem_alloc(*count, sizeof *batch);
  rd_status status = RD_OK;
  size_t at = 0; /* earlier units that have to stay */
  while (at < *count) {
    size_t size = make_batch(batch, units, *count, at, backward);
    size_t index;
    status = asker->first(&index, asker->payload, batch, size);
    if (status != RD_OK || index == size)
      break;
    size_t gone = batch[index].begin;
    memmove(units + gone, units + gone + 1,
            (*count - gone - 1) * sizeof *units);
    *count -= 1;
    at += index;
  }
  free(batch);
  return status;
}
