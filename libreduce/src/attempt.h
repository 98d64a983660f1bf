/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One step of a schedule: connects a pass, a search and the oracle. */
#ifndef RD_ATTEMPT_H
#define RD_ATTEMPT_H

#include "last_uses.h"
#include "round_policy.h"
#include "pins.h"
#include "reduction.h"
#include "search/search.h"

/* A step in progress. */
typedef struct rd_attempt {
  rd_reduction *reduction;
  const rd_step *step;
  rd_round_policy *policy; /* NULL: everything that the passes offer is tried */
  const rd_pass *pass;     /* the current pass, */
  size_t index;            /* its number in the step */
  const uint32_t *places;  /* units of tmin */
  rd_deltas deltas;
  ARRAY(uint32_t) units; /* deltas of one candidate */
  rd_edit_list edits;    /* of one candidate */
  rd_edit_list leap;     /* of several sets at once (queries.c) */
  uint32_t leap_sets;    /* so many */
  uint32_t streak;       /* tests in a row that succeeded */
  rd_pins *pins;         /* of the tree; NULL: not made yet */
  rd_worklist list;
  bool *swept; /* by node, in work lists: its elements were swept */
  uint64_t tests[RD_STEP_PASSES];
  int64_t least; /* tokens that a candidate has to take, or 0 */
  bool isolates; /* the search is an isolation */
  bool is_left;  /* no more questions */
  bool is_over;  /* nor any because the tree is outdated: a lookahead was won,
                    or other steps wait for the text */
  uint64_t first_test; /* tests and tokens when the step began */
  uint64_t first_tokens;
  uint64_t last_accepted; /* steps, tests and timeouts when the last one
                             succeeded */
  uint64_t last_tests;
  uint64_t last_timeouts;
} rd_attempt;

void rd_attempt_dispose(rd_attempt *attempt);
/* May the step continue? Not if the user skips it, or after too many tests in a
 * row without a success. */
bool rd_attempt_goes_on(rd_attempt *attempt);
/* Do the caller's options enable pass number `index` of the step? */
bool rd_attempt_has(const rd_attempt *attempt, size_t index);
/* The name of pass number `index` of the step in events; lent until the
 * reduction ends. */
const char *rd_attempt_pass_name(const rd_attempt *attempt, size_t index);
/* Runs pass number `index` of the step, with its search, over the places. */
rd_status rd_attempt_search(rd_attempt *attempt, size_t index,
                            const uint32_t *places, size_t count);
/* The same with pass 0, limited to deltas that gain more than `least` and at
 * most `most` tokens. Of nested deltas only the outer counts. */
rd_status rd_attempt_stratum(rd_attempt *attempt, const uint32_t *places,
                             size_t count, uint64_t least, uint64_t most);
/* Fills attempt->deltas with the deltas of pass number `index` at the places. */
void rd_attempt_enumerate(rd_attempt *attempt, size_t index,
                          const uint32_t *places, size_t count);
/* Pass number `index` at one place of a work list: takes the first interesting
 * alternative, or sweeps the elements of a list. *taken_out: the content of the
 * place changed. */
rd_status rd_attempt_visit(bool *taken_out, rd_attempt *attempt, size_t index,
                           uint32_t place);
/* Counts the units that the step's first pass offers in the whole tree and that
 * have not failed before, and their tokens; a comment counts as one. For steps
 * that take all places at once. */
void rd_attempt_survey(uint64_t *units_out, uint64_t *tokens_out,
                       rd_attempt *attempt);
/* Runs the step's passes over nodes in separate trees (least.c). */
rd_status rd_attempt_least(rd_attempt *attempt);

/* ---- candidate.c: one candidate ---- */

/* By which the policy remembers a delta. */
uint64_t rd_attempt_key(rd_attempt *attempt, uint32_t number);
/* Must the delta with this key be skipped because it failed before? */
bool rd_attempt_is_remembered(rd_attempt *attempt, uint64_t key);
/* Does the delta wait until nothing else is left? */
bool rd_attempt_is_too_early(const rd_attempt *attempt, uint32_t number);
/* Tries a delta alone, and learns from the answer. */
rd_status rd_attempt_delta(bool *taken_out, rd_attempt *attempt,
                           uint32_t number);
/* Adds the edits of a delta. */
void rd_attempt_add(rd_edit_list *out, const rd_attempt *attempt,
                    uint32_t number);
/* Adds to attempt->edits what goes along with them, and lets failures be inferred if the
 * round may. */
void rd_attempt_complete(rd_attempt *attempt);
/* Tries attempt->edits; `flags` as of a delta (RD_DELTA_GROWS ...). */
rd_status rd_attempt_edits(bool *taken_out, rd_attempt *attempt,
                           uint32_t flags);
/* Tries the deltas of attempt->units together. */
rd_status rd_attempt_units(bool *taken_out, rd_attempt *attempt);
/* Do these deltas take too little for this round? */
bool rd_attempt_is_too_small(const rd_attempt *attempt, const uint32_t *numbers,
                             size_t count);
/* The kinds (bits) of symbols whose declarations must not go before their uses. */
uint32_t rd_attempt_strict(const rd_attempt *attempt);
rd_pins *rd_attempt_pins(rd_attempt *attempt);
/* For searches over sets of deltas (queries.c); lent while the attempt lasts. */
rd_asker rd_attempt_asker(rd_attempt *attempt);

/* Runs one step of the schedule, then parses the result as the schedule
 * requires (traverse.c). */
rd_status rd_step_run(rd_reduction *reduction, const rd_step *step,
                      rd_round_policy *policy);
/* Runs the steps of a schedule, the most promising first (rounds.c). */
rd_status rd_rounds_run(rd_reduction *reduction);

#endif
