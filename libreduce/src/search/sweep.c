/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The sweep: group testing for units few of which have to stay.
 *
 * First all units together are left out. A *suspect* is a run of units at least
 * one of which has to stay. It is cut into two halves, and each half is asked
 * for. If the first half can go, the reason must lie in the second, which
 * becomes a suspect without a question. With k of n units needed and a monotone
 * property that is about k * log2(n / k) + k questions; ddmin's phases,
 * restarted after each success, cost O(k * n).
 *
 * An asker that knows what is likely to go is asked for several runs at once first.
 *
 * All questions of one depth form a batch: they are independent except for the
 * inference above. Halves are cut by weight, since a heavy unit is both
 * likelier to be needed and worth more if it is not. For properties that are
 * not monotone the answer may keep too much. A caller that wants 1-minimality
 * repeats until nothing changes, ending with rd_onebyone.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* Units [begin, end) of the first numbering, all still present. */
struct run {
  size_t begin, end;
  bool second; /* the second half of the run before it in the list */
};

typedef ARRAY(struct run) run_list;

struct sweep {
  uint32_t *units; /* the configuration, of size *count */
  size_t *count;
  uint32_t *first_units; /* as given */
  const uint64_t *weights;
  const rd_asker *asker;
  bool backward;
  size_t *position; /* of a unit of the first numbering in `units` */
  rd_query *batch;
  size_t *batch_run;
  bool *is_chosen; /* by run of a depth, for the next leap */
};

static uint64_t weight_of(const struct sweep *sweep, size_t at)
{
  return sweep->weights ? sweep->weights[sweep->first_units[at]] : 1;
}

/* Where to cut a run of at least two units: as near as possible to half its
 * weight. */
static size_t middle(const struct sweep *sweep, struct run run)
{
  uint64_t total = 0;
  for (size_t i = run.begin; i < run.end; i++)
    total += weight_of(sweep, i);
  uint64_t left = 0;
  for (size_t i = run.begin; i + 1 < run.end; i++) {
    uint64_t here = weight_of(sweep, i);
    if (2 * left + here >= total && i > run.begin)
      return i;
    left += here;
    if (2 * left >= total)
      return i + 1;
  }
  return run.end - 1;
}

static void split(run_list *out, const struct sweep *sweep, struct run run)
{
  size_t at = middle(sweep, run);
  struct run low = { run.begin, at, false };
  struct run high = { at, run.end, false };
  struct run first = sweep->backward ? high : low;
  struct run second = sweep->backward ? low : high;
  second.second = true;
  ARRAY_PUSH(out, first);
  ARRAY_PUSH(out, second);
}

/* Leaves out a run. */
static void erase(struct sweep *sweep, struct run run, size_t total)
{
  size_t at = sweep->position[run.begin];
  size_t size = run.end - run.begin;
  memmove(sweep->units + at, sweep->units + at + size,
          (*sweep->count - at - size) * sizeof *sweep->units);
  *sweep->count -= size;
  for (size_t i = run.end; i < total; i++)
    sweep->position[i] -= size;
}

static rd_query query_of(const struct sweep *sweep, struct run run)
{
  size_t begin = sweep->position[run.begin];
  return (rd_query){ .units = sweep->units,
                     .count = *sweep->count,
                     .begin = begin,
                     .end = begin + (run.end - run.begin) };
}

/* Asks for the runs from `at` on; *hit_out is the first that can go, or the
 * number of runs. */
static rd_status ask(size_t *hit_out, struct sweep *sweep, const run_list *runs,
                     size_t at)
{
  size_t size = 0;
  for (size_t i = at; i < runs->size; i++) {
    sweep->batch[size] = query_of(sweep, runs->data[i]);
    sweep->batch_run[size++] = i;
  }
  size_t index;
  rd_status status =
      sweep->asker->first(&index, sweep->asker->payload, sweep->batch, size);
  if (status == RD_OK)
    *hit_out = index < size ? sweep->batch_run[index] : runs->size;
  return status;
}

static void suspect(run_list *out, struct run run)
{
  if (run.end - run.begin > 1)
    ARRAY_PUSH(out, run);
}

/* Chooses those of the runs from `at` on that are likely to go together; *end_out is
 * the first run that has to be tried alone, or was not looked at. */
static rd_status choose(size_t *end_out, bool *is_chosen, struct sweep *sweep,
                        const run_list *runs, size_t at)
{
  rd_likely likely = RD_UNLIKELY;
  rd_status status;
  size_t i = at;
  for (; i < runs->size; i++) {
    rd_query query = query_of(sweep, runs->data[i]);
    if (i > at && is_chosen[i - 1] && runs->data[i].second)
      likely = RD_UNLIKELY;
    else if ((status =
                  sweep->asker->add(&likely, sweep->asker->payload, &query)))
      return status;
    if (likely == RD_UNSURE)
      break;
    is_chosen[i] = likely == RD_LIKELY;
  }
  *end_out = i;
  return RD_OK;
}

/* Leaves out at once what is likely to go of the runs from `at` on, as far as that
 * works: *end_out, then, or `at`. */
static rd_status leap(size_t *end_out, run_list *suspects, struct sweep *sweep,
                      const run_list *runs, size_t at, size_t total)
{
  bool taken = false, *is_chosen = sweep->is_chosen;
  size_t end = at;
  rd_status status = choose(&end, is_chosen, sweep, runs, at);
  if (status == RD_OK)
    status = sweep->asker->take(&taken, sweep->asker->payload);
  *end_out = taken ? end : at;
  for (; taken && at < end; at++)
    if (is_chosen[at])
      erase(sweep, runs->data[at], total);
    else
      suspect(suspects, runs->data[at]);
  return status;
}

/* Goes through the runs of one depth; appends those that stay and have more
 * than one unit to `suspects`. */
static rd_status go_through(run_list *suspects, struct sweep *sweep,
                            const run_list *runs, size_t total)
{
  for (size_t at = 0; at < runs->size;) {
    size_t hit = at;
    rd_status status = sweep->asker->add
                           ? leap(&hit, suspects, sweep, runs, at, total)
                           : RD_OK;
    if (status != RD_OK)
      return status;
    if (hit > at) {
      at = hit;
      continue;
    }
    status = ask(&hit, sweep, runs, at);
    if (status != RD_OK)
      return status;
    for (; at < hit; at++)
      suspect(suspects, runs->data[at]);
    if (hit == runs->size)
      return RD_OK;
    erase(sweep, runs->data[hit], total);
    at = hit + 1;
    if (at < runs->size && runs->data[at].second)
      suspect(suspects, runs->data[at++]);
  }
  return RD_OK;
}

static rd_status descend(struct sweep *sweep, size_t total)
{
  run_list runs = { 0 }, suspects = { 0 };
  rd_status status = RD_OK;
  ARRAY_PUSH(&runs, (struct run){ 0, total, false });
  while (status == RD_OK && runs.size > 0) {
    suspects.size = 0;
    status = go_through(&suspects, sweep, &runs, total);
    runs.size = 0;
    for (size_t i = 0; i < suspects.size; i++)
      split(&runs, sweep, suspects.data[i]);
  }
  free(runs.data);
  free(suspects.data);
  return status;
}

rd_status rd_sweep(uint32_t *units, size_t *count, const uint64_t *weights,
                   const rd_asker *asker, bool backward)
{
  size_t total = *count;
  if (total == 0)
    return RD_OK;
  struct sweep sweep = { .units = units,
                         .count = count,
                         .weights = weights,
                         .asker = asker,
                         .backward = backward };
  sweep.first_units = mem_alloc(total, sizeof *units);
  memcpy(sweep.first_units, units, total * sizeof *units);
  sweep.position = mem_alloc(total, sizeof *sweep.position);
  for (size_t i = 0; i < total; i++)
    sweep.position[i] = i;
  sweep.batch = mem_alloc(total, sizeof *sweep.batch);
  sweep.batch_run = mem_alloc(total, sizeof *sweep.batch_run);
  sweep.is_chosen = mem_alloc(total, sizeof *sweep.is_chosen);
  rd_status status = descend(&sweep, total);
  free(sweep.first_units);
  free(sweep.position);
  free(sweep.batch);
  free(sweep.batch_run);
  free(sweep.is_chosen);
  return status;
}
