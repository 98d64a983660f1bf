/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * CDD: counter-based delta debugging (Zhang et al., "Toward a Better
 * Understanding of Probabilistic Delta Debugging", ICSE 2025).
 *
 * This is ProbDD without its probabilities: as long as nothing is known, all
 * units are equally likely to be needed, so the size of the set to leave out
 * depends only on the number of refusals. A round cuts the units into parts of
 * one size and asks to leave out each; the next round's parts are smaller by
 * about e / (e - 1), as Bayes' rule raises the probability. The last round has
 * parts of one unit, each asked for once, so the answer need not be 1-minimal.
 *
 * The sizes for a first probability of 0.1 are constants, computed once from
 * floor(-1 / ln(1 - p)) with p growing as above: no logarithm at run time, and
 * the same sequence everywhere.
 *
 * A round with parts of one unit is also one round of the second phase of HDD+
 * (Misherghi and Su 2006, section 3.4). Repeated until a round leaves nothing
 * out, it gives a 1-minimal answer. A round does not restart after a success:
 * that would ask for up to n times as many sets and find no more than the next
 * round does.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

struct cdd {
  uint32_t *units;
  size_t count;
  const rd_asker *asker;
  bool backward;
  ARRAY(rd_query) batch;
};

/* Asks for the parts of this size among the first (or last) units that were not
 * yet asked for in this round; `done` units were, and stayed. */
static void make_batch(struct cdd *state, size_t size, size_t done)
{
  state->batch.size = 0;
  for (size_t at = done; at < state->count; at += size) {
    size_t end = at + size < state->count ? at + size : state->count;
    rd_query query = {
      .units = state->units, .count = state->count, .begin = at, .end = end
    };
    if (state->backward) {
      query.begin = state->count - end;
      query.end = state->count - at;
    }
    ARRAY_PUSH(&state->batch, query);
  }
}

static void leave_out(struct cdd *state, size_t begin, size_t end)
{
  memmove(state->units + begin, state->units + end,
          (state->count - end) * sizeof *state->units);
  state->count -= end - begin;
}

static rd_status run_round(struct cdd *state, size_t size)
{
  size_t done = 0;
  while (done < state->count) {
    size_t index;
    make_batch(state, size, done);
    rd_status status = state->asker->first(
        &index, state->asker->payload, state->batch.data, state->batch.size);
    if (status != RD_OK)
      return status;
    if (index == state->batch.size)
      break;
    done += index * size;
    leave_out(state, state->batch.data[index].begin,
              state->batch.data[index].end);
  }
  return RD_OK;
}

/* Rounds with parts of these sizes. */
static rd_status run(uint32_t *units, size_t *count, const rd_asker *asker,
                     bool backward, const size_t *sizes, size_t size_count)
{
  struct cdd state = {
    .units = units, .count = *count, .asker = asker, .backward = backward
  };
  rd_status status = RD_OK;
  for (size_t i = 0; status == RD_OK && i < size_count; i++)
    status = run_round(&state, sizes[i]);
  free(state.batch.data);
  *count = state.count;
  return status;
}

rd_status rd_cdd(uint32_t *units, size_t *count, const rd_asker *asker,
                 bool backward)
{
  static const size_t sizes[] = { 9, 5, 3, 1 };
  return run(units, count, asker, backward, sizes,
             sizeof sizes / sizeof *sizes);
}

rd_status rd_onebyone(uint32_t *units, size_t *count, const rd_asker *asker,
                      bool backward)
{
  const size_t one = 1;
  return run(units, count, asker, backward, &one, 1);
}
