/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ddmin: the minimizing delta debugging algorithm (Zeller and Hildebrandt 2002)
 * as printed by Vince et al. ("Extending Hierarchical Delta Debugging with
 * Hoisting", Fig. 1).
 *
 * The configuration is cut into n parts of about equal size. A *subset* is one
 * part alone, a *complement* all but one part. An interesting subset becomes
 * the configuration with n = 2, an interesting complement with n = max(n - 1,
 * 2); if there is neither, n doubles until each part is one unit.
 *
 * With both phases on, the complements of two parts equal the subsets and are
 * not asked twice. As printed the algorithm is undefined for one unit and
 * assumes that the empty configuration is not interesting. On levels of a tree
 * that is unknown, so it can be asked for when one unit is left. 1-minimality rests on the complement phase: its last round asks to leave
 * out each single unit.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

struct ddmin {
  uint32_t *units;
  size_t count;
  size_t parts; /* n; 2 <= n <= count while parts are asked for */
  const rd_asker *asker;
  const rd_ddmin_options *options;
  ARRAY(rd_query) batch;
};

/* Asks for all parts of the present cut; *index_out is the first interesting
 * query, or their number. */
static rd_status ask_phase(size_t *index_out, struct ddmin *state, bool keep)
{
  state->batch.size = 0;
  for (size_t i = 0; i < state->parts; i++) {
    size_t part = state->options->backward ? state->parts - 1 - i : i;
    rd_query query = {
      .units = state->units,
      .count = state->count,
      .begin = part * state->count / state->parts,
      .end = (part + 1) * state->count / state->parts,
      .keep = keep,
    };
    ARRAY_PUSH(&state->batch, query);
  }
  return state->asker->first(index_out, state->asker->payload,
                             state->batch.data, state->batch.size);
}

/* Adopts the configuration that the query describes. */
static void adopt(struct ddmin *state, const rd_query *query)
{
  uint32_t *units = state->units;
  size_t size = query->end - query->begin;
  if (query->keep) {
    memmove(units, units + query->begin, size * sizeof *units);
    state->count = size;
  } else {
    memmove(units + query->begin, units + query->end,
            (state->count - query->end) * sizeof *units);
    state->count -= size;
  }
}

/* One phase; *found_out: did the configuration become smaller? */
static rd_status run_phase(bool *found_out, struct ddmin *state, bool keep)
{
  size_t index;
  rd_status status = ask_phase(&index, state, keep);
  *found_out = status == RD_OK && index < state->batch.size;
  if (!*found_out)
    return status;
  adopt(state, &state->batch.data[index]);
  state->parts = keep || state->parts == 2 ? 2 : state->parts - 1;
  return RD_OK;
}

/* Both phases at the present cut. */
static rd_status run_cut(bool *found_out, struct ddmin *state)
{
  const rd_ddmin_options *options = state->options;
  rd_status status = RD_OK;
  *found_out = false;
  if (!options->no_subsets)
    status = run_phase(found_out, state, true);
  bool repeats = state->parts == 2 && !options->no_subsets;
  if (status == RD_OK && !*found_out && !options->no_complements && !repeats)
    status = run_phase(found_out, state, false);
  return status;
}

static rd_status try_empty(struct ddmin *state)
{
  rd_query query = { .units = state->units,
                     .count = state->count,
                     .end = state->count };
  size_t index;
  rd_status status =
      state->asker->first(&index, state->asker->payload, &query, 1);
  if (status == RD_OK && index == 0)
    state->count = 0;
  return status;
}

static rd_status minimize(struct ddmin *state)
{
  while (state->count > 1) {
    bool found;
    rd_status status = run_cut(&found, state);
    if (status != RD_OK)
      return status;
    if (found)
      continue;
    if (state->parts == state->count)
      return RD_OK;
    state->parts =
        2 * state->parts < state->count ? 2 * state->parts : state->count;
  }
  return RD_OK;
}

rd_status rd_ddmin(uint32_t *units, size_t *count, const rd_asker *asker,
                   const rd_ddmin_options *options)
{
  struct ddmin state = { .units = units,
                         .count = *count,
                         .parts = 2,
                         .asker = asker,
                         .options = options };
  rd_status status = minimize(&state);
  if (status == RD_OK && state.count == 1 && options->empty_last)
    status = try_empty(&state);
  free(state.batch.data);
  *count = state.count;
  return status;
}
