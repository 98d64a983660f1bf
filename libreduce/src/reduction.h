/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of a running reduction, and the functions that try candidates. */
#ifndef RD_REDUCTION_H
#define RD_REDUCTION_H

#include "cache.h"
#include "monotony.h"
#include "precheck.h"
#include "round_policy.h"
#include "schedule.h"
#include "search/search.h"
#include "speculate.h"

/* Trees made before they are needed. */
enum { RD_PARSED_AHEAD = 2 };

typedef struct rd_parsed {
  rd_key key; /* of its text */
  rd_tree *tree;
} rd_parsed;

/* A text with its tree, to be restored later. */
typedef struct rd_snapshot {
  textbuf best;
  rd_measure measure;
  rd_tree *tree;
  rd_config *config;
  rd_renderer *renderer;
  uint64_t accepted, before_last; /* as in rd_stats */
  const char *pass;
  uint32_t round;
} rd_snapshot;

/* Lost lookaheads (lookahead.c). */
typedef struct rd_lost {
  rd_cache *texts;   /* grown ones; NULL: none yet */
  uint64_t tests;    /* spent on them since the last accepted step, */
  uint64_t accepted; /* which has this number */
} rd_lost;

/* A lookahead in progress. */
typedef struct rd_lookahead {
  rd_measure before;  /* the measure that it must get below */
  uint64_t last_test; /* value of rd_stats.tests at which its budget is spent */
  const char *pass;   /* the pass of its delta */
  rd_snapshot snapshot;
} rd_lookahead;

/* What foresight says of a text that may be asked for. */
typedef struct rd_expected {
  bool exists;
  rd_key key;
  rd_prospect prospect;
} rd_expected;

typedef struct rd_known_rule {
  char *name; /* its address never changes */
  uint32_t flags;
  bool enabled; /* by the caller's options */
  bool offers;  /* the last tree has rewrites of it */
} rd_known_rule;

/* By number, as in every tree that names them. */
typedef ARRAY(rd_known_rule) rd_rules;

typedef struct rd_reduction {
  const rd_parser *parser;
  const rd_oracle *oracle;
  const rd_options *options;
  const rd_schedule *schedule;
  rd_error *err;
  bool enabled[RD_PASS_COUNT]; /* by --only-pass and --skip-pass */
  rd_rules rules;              /* of the front end, known after the first
                                  tree */

  rd_cache *cache;
  rd_cache *probed;            /* texts of rd_reduction_probe; NULL: none yet */
  rd_cache *bests;             /* texts that were the best; NULL: none yet */
  rd_precheck *precheck;       /* NULL: no foresight */
  rd_expected expected;        /* of the last text */
  rd_monotony *monotony;       /* NULL: no failure says anything of others */
  rd_speculation *speculation; /* NULL: one test at a time */
  bool recalled;               /* the last test's answer came from the log */
  rd_stats stats;
  textbuf best;        /* the smallest interesting text */
  rd_measure measure;  /* of best */
  uint64_t most_bytes; /* that an accepted text may have: the original's */
  textbuf candidate;

  rd_tree *tree; /* of the text that was best at the last parse */
  rd_config *config;
  rd_renderer *renderer;             /* renders to best */
  rd_parsed parsed[RD_PARSED_AHEAD]; /* the latest first */

  const char *pass;              /* the pass whose deltas are being tried */
  bool is_checked;               /* the next candidate, as in rd_question */
  bool infers;                   /* it is not tested if it is part of one that
                                    failed; */
  bool is_implied;               /* the last one was not for that reason */
  bool prepares;                 /* it may be as large as the best text */
  bool wants_large;              /* rewrites of a large text, too */
  uint64_t widened;              /* 1 + steps accepted when it last did; 0 */
  const rd_lookahead *lookahead; /* in progress; NULL: none */
  rd_lost lost;
  /* Runs the ordinary steps on the grown text of a lookahead while the
   * lookahead continues; set by rounds.c. */
  rd_status (*look_on)(struct rd_reduction *reduction,
                       const rd_round_policy *policy);
  uint32_t round;
  bool is_minimal; /* as rd_result.minimal */
} rd_reduction;

/* Tests the text and makes the first tree. */
rd_status rd_reduction_start(rd_reduction *reduction, const char *text,
                             size_t size);
/* The preparations for the reduction's trees. */
uint32_t rd_reduction_preparation(const rd_options *options,
                                  const rd_schedule *schedule);
/* Were rewrites of the text not requested because it is large? Parses it with them; a
 * later text has none again. */
rd_status rd_reduction_widen(bool *widened_out, rd_reduction *reduction);
/* Does each test cost much until a rule that comes soon has had its way? */
bool rd_reduction_waits(const rd_reduction *reduction);
/* RD_ERR_INVALID, with the nearest of the names that there are. */
rd_status rd_reduction_fail_name(rd_error *err, const char *what,
                                 const char *name, const char *const *names,
                                 size_t count);
/* Parses the best text; the edits made so far become part of the tree. */
rd_status rd_reduction_parse(rd_reduction *reduction);
/* Call this after the search, before using its result: it ends everything that
 * was started ahead. Does not return in a scout. */
void rd_reduction_settle(rd_reduction *reduction);
void rd_reduction_dispose(rd_reduction *reduction);

/* Tests the current text with these edits. If the result is interesting, it
 * becomes the current text and *taken_out is true. Asks and takes nothing if
 * the text would not change or, for schedules that measure tokens, would not
 * get smaller. */
rd_status rd_reduction_try(bool *taken_out, rd_reduction *reduction,
                           const rd_edit *edits, size_t count);
/* Tests the text of the current configuration with these edits, unless it was
 * probed before or does not have fewer tokens than the configuration's text.
 * The configuration stays. An interesting text with fewer tokens than the best
 * becomes the best. *measure_out: of the candidate, if *interesting_out. */
rd_status rd_reduction_probe(bool *interesting_out, rd_measure *measure_out,
                             rd_reduction *reduction, const rd_edit *edits,
                             size_t count);
/* Is `a` smaller than `b`? */
bool rd_measure_is_less(rd_measure a, rd_measure b);
/* Tests the current text with these edits if the result does not exceed `most`.
 * The result stays in reduction->candidate and is not taken. */
rd_status rd_reduction_ask_grown(bool *interesting_out, rd_measure *measure_out,
                                 rd_reduction *reduction, rd_measure most,
                                 const rd_edit *edits, size_t count);
/* Makes the candidate with this measure the best text, still without a tree;
 * moves the previous best text and its tree to *out, which owns them. */
void rd_reduction_save(rd_snapshot *out, rd_reduction *reduction,
                       rd_measure measure);
/* Restores a snapshot; the best text becomes the candidate. */
void rd_reduction_restore(rd_reduction *reduction, rd_snapshot *snapshot);
/* Makes the candidate with this measure the next accepted step. The tree
 * stays. */
rd_status rd_reduction_accept(rd_reduction *reduction, rd_measure measure);
/* Would the edits leave the text unchanged? */
bool rd_reduction_is_idle(rd_reduction *reduction, const rd_edit *edits,
                          size_t count);

/* Without a test: is the candidate of these edits likely to be interesting? As for
 * rd_reduction_try, which may still be called with them. */
rd_status rd_reduction_expect(rd_likely *out, rd_reduction *reduction,
                              const rd_edit *edits, size_t count);

/* ---- ask.c: the path of a question, from the cache to the oracle ---- */

/* One test, with no other in flight. */
rd_status rd_ask_alone(rd_verdict *out, const rd_oracle *oracle,
                       const char *text, size_t size, rd_error *err);
/* RD_ERR_STOPPED if the caller wants no more candidates. */
rd_status rd_ask_is_allowed(const rd_reduction *reduction);
/* The verdict on the original, from the log or the oracle. */
rd_status rd_ask_first(rd_verdict *out, rd_reduction *reduction,
                       const rd_question *question);
/* The verdict on a candidate, from the cache, foresight, the log, or the
 * oracle. Sends the resulting events to the caller. */
rd_status rd_ask(rd_verdict *out, rd_reduction *reduction,
                 const rd_question *question, rd_measure measure);
/* What is to be expected of that verdict, without a test. */
rd_status rd_ask_expect(rd_likely *out, rd_reduction *reduction,
                        const rd_question *question);
/* For rd_outlook: the payload is the reduction. */
bool rd_ask_is_foreseen(void *payload, const rd_question *question);

/* Sends an event to the caller, with the stats filled in. A scout sends
 * nothing. */
rd_status rd_tell(rd_reduction *reduction, rd_event event);

/* ---- lookahead.c: deltas that pay off only through later removals ---- */

/* Tests the current text with these edits, which may be as large or larger, and
 * reduces the result. *taken_out: the result got below the measure of the
 * current text and is now the best text; the tree and the configuration still
 * belong to the previous text, so only a parse may follow. Otherwise only
 * stats, cache and failures change. Inside a lookahead it asks nothing. The
 * policy is lent for the call. */
rd_status rd_lookahead_run(bool *taken_out, rd_reduction *reduction,
                           const rd_round_policy *policy, const rd_edit *edits,
                           size_t count);
/* Makes the candidate with this measure, which is interesting, the text of a
 * lookahead with at most so many tests, and parses it. */
rd_status rd_lookahead_begin(rd_lookahead *out, rd_reduction *reduction,
                             rd_measure measure, uint64_t tests);
/* Ends what rd_lookahead_begin began, even where that failed; `status` is that
 * of the lookahead. *won_out: as *taken_out of rd_lookahead_run. */
rd_status rd_lookahead_end(bool *won_out, rd_lookahead *lookahead,
                           rd_reduction *reduction, rd_status status);
/* Does the current lookahead continue? Not when it is won, its budget is spent,
 * or the caller wants to skip the step. */
bool rd_lookahead_goes_on(const rd_reduction *reduction);

#endif
