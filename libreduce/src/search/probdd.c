/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ProbDD: probabilistic delta debugging (Wang et al., "Probabilistic Delta
 * Debugging", ESEC/FSE 2021).
 *
 * Each unit has a probability of being needed, at first the same for all. The
 * next question is for the set whose removal gains most on average: of the
 * units sorted by probability, the prefix of size k for which the product of k
 * and (1 - p1) ... (1 - pk) is largest. If it cannot go, one of its units is
 * needed, and Bayes' rule raises the probability of each; a unit that could not
 * go alone is certainly needed. The search ends when all remaining units are
 * needed.
 *
 * Like ddmin without its last round, the answer need not be 1-minimal: a unit
 * that was refused alone is not asked for again after others were removed.
 *
 * The arithmetic uses IEEE doubles in a fixed order, so the sequence is the
 * same everywhere.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* The first probability that a unit is needed; the paper's choice. */
static const double FIRST = 0.1;

struct belief {
  uint32_t unit;
  size_t order; /* original position */
  double needed;
};

struct probdd {
  struct belief *beliefs; /* sorted: least needed first */
  uint32_t *units;        /* the same units */
  size_t count;
};

static int by_need(const void *a, const void *b)
{
  const struct belief *left = a, *right = b;
  if (left->needed != right->needed)
    return left->needed < right->needed ? -1 : 1;
  return (left->order > right->order) - (left->order < right->order);
}

static int by_order(const void *a, const void *b)
{
  const struct belief *left = a, *right = b;
  return (left->order > right->order) - (left->order < right->order);
}

/* How many of the first units to leave out, and the probability that they can
 * go; 0: all are needed. */
static size_t choose(double *spared_out, const struct probdd *state)
{
  double spared = 1, best = 0;
  size_t size = 0;
  for (size_t i = 0; i < state->count; i++) {
    spared *= 1 - state->beliefs[i].needed;
    double gain = (double)(i + 1) * spared;
    if (gain <= best)
      break; /* the gain only falls from here on */
    best = gain;
    size = i + 1;
    *spared_out = spared;
  }
  return size;
}

static void sort(struct probdd *state, int (*order)(const void *, const void *))
{
  qsort(state->beliefs, state->count, sizeof *state->beliefs, order);
  for (size_t i = 0; i < state->count; i++)
    state->units[i] = state->beliefs[i].unit;
}

static void leave_out(struct probdd *state, size_t size)
{
  state->count -= size;
  memmove(state->beliefs, state->beliefs + size,
          state->count * sizeof *state->beliefs);
  memmove(state->units, state->units + size,
          state->count * sizeof *state->units);
}

/* One of the first `size` units is needed; all of them could go with
 * probability `spared`. */
static void raise_need(struct probdd *state, size_t size, double spared)
{
  for (size_t i = 0; i < size; i++) {
    double *needed = &state->beliefs[i].needed;
    *needed = size == 1 ? 1 : *needed / (1 - spared);
    if (*needed > 1)
      *needed = 1; /* by rounding */
  }
}

static rd_status step(struct probdd *state, size_t size, double spared,
                      const rd_asker *asker)
{
  rd_query query = { .units = state->units,
                     .count = state->count,
                     .end = size };
  size_t index;
  rd_status status = asker->first(&index, asker->payload, &query, 1);
  if (status != RD_OK)
    return status;
  if (index == 0) {
    leave_out(state, size);
  } else {
    raise_need(state, size, spared);
    sort(state, by_need);
  }
  return RD_OK;
}

rd_status rd_probdd(uint32_t *units, size_t *count, const rd_asker *asker,
                    bool backward)
{
  struct probdd state = { .units = units, .count = *count };
  state.beliefs = mem_alloc(*count, sizeof *state.beliefs);
  for (size_t i = 0; i < *count; i++)
    state.beliefs[i] = (struct belief){ .unit = units[i],
                                        .order = backward ? *count - i : i,
                                        .needed = FIRST };
  rd_status status = RD_OK;
  double spared = 0;
  size_t size;
  sort(&state, by_need);
  while (status == RD_OK && (size = choose(&spared, &state)) > 0)
    status = step(&state, size, spared, asker);
  sort(&state, by_order);
  for (size_t i = 0; backward && i < state.count / 2; i++) {
    uint32_t kept = units[i];
    units[i] = units[state.count - 1 - i];
    units[state.count - 1 - i] = kept;
  }
  free(state.beliefs);
  *count = state.count;
  return status;
}
