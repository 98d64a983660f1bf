/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Answers what searches over sets ask.
 *
 * Of a large text foresight rejects most sets, and nearly all that it lets through
 * can go, each for a test: of C++ beside the standard library 83 of 85 in one step.
 * So after some successes in a row the next sets that foresight lets through together
 * are one candidate, a *leap*, and the next leap is twice as wide. If it fails they
 * are asked for one by one.
 */
#include "attempt.h"

/* Successes in a row before a leap, and logarithm of the most sets in one. */
enum { SURE = 2, MOST_WIDE = 5 };

static void add_range(rd_attempt *attempt, const rd_query *query, size_t begin,
                      size_t end)
{
  for (size_t i = begin; i < end; i++)
    ARRAY_PUSH(&attempt->units, query->units[i]);
}

/* Chooses the units that a query leaves out, of several without those that are
 * pinned. */
static void choose_units(rd_attempt *attempt, const rd_query *query)
{
  attempt->units.size = 0;
  if (query->keep) {
    add_range(attempt, query, 0, query->begin);
    add_range(attempt, query, query->end, query->count);
  } else {
    add_range(attempt, query, query->begin, query->end);
  }
  uint32_t strict = rd_attempt_strict(attempt);
  if (attempt->units.size > 1 && strict)
    rd_pins_settle(attempt->units.data, &attempt->units.size,
                   rd_attempt_pins(attempt), attempt->reduction->renderer,
                   &attempt->deltas, strict);
}

/* If the pinned units of a group stay, the search still believes that the whole group
 * was removed. This loses nothing: it would not try them again in this step. */
static rd_status first_query(size_t *index_out, void *payload,
                             const rd_query *queries, size_t count)
{
  rd_attempt *attempt = payload;
  for (size_t i = 0; i < count && rd_attempt_goes_on(attempt); i++) {
    bool taken;
    choose_units(attempt, &queries[i]);
    rd_status status = rd_attempt_units(&taken, attempt);
    *index_out = i;
    if (status != RD_OK || taken)
      return status;
  }
  *index_out = count;
  return RD_OK;
}

/* ---- leaps ---- */

/* Is it time for a leap that is not full yet? Scouts know no prospects. */
static bool may_leap(rd_attempt *attempt)
{
  const rd_reduction *reduction = attempt->reduction;
  uint32_t wide = attempt->streak < MOST_WIDE ? attempt->streak : MOST_WIDE;
  return attempt->policy && attempt->streak >= SURE &&
         attempt->leap_sets < UINT32_C(1) << wide &&
         reduction->measure.tokens >= RD_LARGE_TEXT &&
         !rd_speculation_is_scout(reduction->speculation) &&
         rd_attempt_goes_on(attempt);
}

/* A single unit that grows the text or is checked takes another way. */
static bool is_plain(const rd_attempt *attempt)
{
  const uint32_t special = RD_DELTA_GROWS | RD_DELTA_CHECKED;
  const rd_delta *first = &attempt->deltas.list.data[attempt->units.data[0]];
  return attempt->units.size > 1 || !(first->flags & special);
}

static bool is_pinned(rd_attempt *attempt)
{
  return rd_pins_of(rd_attempt_pins(attempt), attempt->reduction->renderer,
                    attempt->edits.data, attempt->edits.size,
                    rd_attempt_strict(attempt)) != 0;
}

static void copy_edits(rd_edit_list *out, const rd_edit_list *from)
{
  out->size = 0;
  for (size_t i = 0; i < from->size; i++)
    ARRAY_PUSH(out, from->data[i]);
}

static rd_status add_query(rd_likely *out, void *payload, const rd_query *query)
{
  rd_attempt *attempt = payload;
  *out = RD_UNSURE;
  if (!may_leap(attempt))
    return RD_OK;
  choose_units(attempt, query);
  size_t count = attempt->units.size;
  *out = RD_UNLIKELY;
  if (!count || rd_attempt_is_too_small(attempt, attempt->units.data, count))
    return RD_OK;
  if (!is_plain(attempt)) {
    *out = RD_UNSURE;
    return RD_OK;
  }
  copy_edits(&attempt->edits, &attempt->leap);
  for (size_t i = 0; i < count; i++)
    rd_attempt_add(&attempt->edits, attempt, attempt->units.data[i]);
  if (count == 1 && is_pinned(attempt))
    return RD_OK;
  rd_attempt_complete(attempt);
  rd_status status = rd_reduction_expect(
      out, attempt->reduction, attempt->edits.data, attempt->edits.size);
  attempt->reduction->infers = false;
  if (status != RD_OK || *out != RD_LIKELY)
    return status;
  attempt->leap_sets++;
  for (size_t i = 0; i < count; i++)
    rd_attempt_add(&attempt->leap, attempt, attempt->units.data[i]);
  return RD_OK;
}

static rd_status take_leap(bool *taken_out, void *payload)
{
  rd_attempt *attempt = payload;
  rd_status status = RD_OK;
  *taken_out = false;
  if (attempt->leap_sets > 1) {
    copy_edits(&attempt->edits, &attempt->leap);
    status = rd_attempt_edits(taken_out, attempt, 0);
  }
  attempt->leap.size = attempt->leap_sets = 0;
  return status;
}

rd_asker rd_attempt_asker(rd_attempt *attempt)
{
  return (rd_asker){ .first = first_query,
                     .add = add_query,
                     .take = take_leap,
                     .payload = attempt };
}
