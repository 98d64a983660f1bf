/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reducing a text: the main entry point for programs.
 *
 *   rd_options options = RD_OPTIONS_INIT;
 *   options.algorithm = "hdd*";
 *   rd_status status = rd_reduce(&result, text, size, &parser, oracle,
 *                                &options, &err);
 */
#ifndef REDUCE_REDUCE_H
#define REDUCE_REDUCE_H

#include <signal.h>

#include "reduce/log.h"
#include "reduce/diagnostics.h"
#include "reduce/oracle.h"
#include "reduce/rewrites.h"
#include "reduce/symbols.h"
#include "reduce/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes trees for rd_reduce: a parse server, or a test. */
typedef struct rd_parser {
  /* `view` is the view that the schedule requests: NULL for the front end's own
   * tree, else the name of another view of the text ("lines", "chars",
   * "tokens"). Owner: *out is the caller's. */
  rd_status (*parse)(rd_tree **out, void *payload, const char *view,
                     const char *text, size_t size, uint32_t prepare,
                     rd_error *err);
  void *payload;
  const rd_lexer *lexer; /* of the texts; NULL: the plain one */
} rd_parser;

/* Foresight predicts cheaply, before a test, that it would end as RD_INVALID or
 * RD_OVERRULED: the front end's check. It may be wrong: rd_reduce counts its
 * mistakes, still sends some of the rejected texts to the oracle, and stops
 * asking an unreliable foresight. */
typedef struct rd_foresight {
  rd_status (*check)(rd_diagnostics *out, void *payload, const char *text,
                     size_t size, rd_error *err); /* NULL: no foresight */
  void *payload;
  bool refuses;  /* it sets is_refused of texts that end so in any case */
  bool is_cheap; /* a check costs next to nothing beside a test, so each text is
                    checked */
  bool is_unjudged; /* the oracle calls no text invalid: every failure of a
                       rejected text counts as one for that reason; may be set
                       without a check */
  bool is_thorough; /* it finds what makes a text invalid as a compiler does,
                       such as a name without a declaration */
} rd_foresight;

/* Known answers about texts. Two reductions may share them if they use the same
 * oracle, or oracles that give the same answers. Takes at most 64 MiB; the
 * oldest answers are forgotten first. */
typedef struct rd_cache rd_answers;

/* Owner: released with rd_answers_free. */
RD_API rd_answers *rd_answers_new(void);
RD_API void rd_answers_free(rd_answers *answers);
/* Changes each answer `from` to `to`, as the next oracle would give;
 * RD_VERDICT_COUNT: forgets those answers. Cost: O(answers). */
RD_API void rd_answers_change(rd_answers *answers, rd_verdict from,
                              rd_verdict to);

/* Size of a text, ordered by tokens, then bytes. */
typedef struct rd_measure {
  uint64_t tokens; /* the weights of all leaves and texts */
  uint64_t bytes;
} rd_measure;

/* Counts of a run so far. */
typedef struct rd_stats {
  uint64_t tests;                      /* questions that the oracle answered;
                                          independent of `jobs` */
  uint64_t verdicts[RD_VERDICT_COUNT]; /* tests by verdict */
  uint64_t cache_hits;                 /* questions that the cache answered */
  uint64_t recalled;                   /* tests whose answer came from the
                                          log */
  uint64_t checks;                     /* questions put to foresight */
  uint64_t foreseen;    /* of those: treated as invalid without a test */
  uint64_t misjudged;   /* rejected by foresight but tested, and found not
                           invalid */
  uint64_t implied;     /* questions that an earlier failure answered: their
                           texts are parts of that one */
  uint64_t remembered;  /* deltas that failed before and were not tried again */
  uint64_t started;     /* tests started, including unused ones */
  uint64_t unused;      /* tests started ahead that the search did not need */
  uint64_t parses;      /* trees made */
  uint64_t accepted;    /* steps */
  uint64_t before_last; /* tests before the last round, which tries everything
                           once more; 0: no such round */
} rd_stats;

typedef enum rd_event_kind {
  RD_EVENT_START,      /* the initial test passed; measure is the original's */
  RD_EVENT_PASS_BEGIN, /* pass; round */
  RD_EVENT_PASS_END,   /* pass; round; tests of the pass in pass_tests */
  RD_EVENT_TEST,       /* a requested test ended; verdict, candidate measure,
                          pass, round; text is the candidate (the very first
                          test has no such event) */
  RD_EVENT_ACCEPT,     /* a step was accepted; text is the new best; measure,
                          pass, round */
  RD_EVENT_END,        /* the reduction is over or was stopped, maybe before
                          its start; text, measure */
} rd_event_kind;

/* One event. Fields not listed for its kind are zero; everything is lent for
 * the call. */
typedef struct rd_event {
  rd_event_kind kind;
  const char *pass; /* name in the pass table */
  uint32_t round;   /* from 1 */
  uint64_t pass_tests;
  rd_verdict verdict;
  rd_measure measure; /* of the text or candidate */
  const char *text;
  size_t text_size;
  bool recalled; /* a test or step known from the log; an accepted text may be
                    larger than one that an earlier process has written */
  const rd_stats *stats; /* always set */
} rd_event;

/* A place in the text that the property seems to concern: for example, compiler
 * output names a function or a line. */
typedef struct rd_site {
  const char *name; /* of a symbol, or NULL */
  uint32_t line;    /* of the text that rd_reduce is given, from 1; 0: none */
} rd_site;

typedef struct rd_options {
  uint32_t version;             /* RD_OPTIONS_VERSION */
  const char *algorithm;        /* NULL: "default" */
  const char *const *only_pass; /* NULL-terminated names, or NULL: all; names of
                                   passes or of a front end's rules */
  const char *const *skip_pass; /* NULL-terminated names, or NULL: none */
  uint32_t prepare_off;         /* RD_SQUEEZE ...: preparations to leave out */
  bool no_subsets;              /* ddmin without its subset phase */
  bool no_complements;          /* ddmin without its complement phase: the
                                   result is not 1-minimal */
  bool backward;                /* ddmin tries its parts from the end */
  bool check;                   /* check the tree after every accepted step */
  bool no_final_round;          /* the default algorithm ends without the round
                                   that tries everything once more, and claims
                                   no minimality */
  bool costly_success;          /* an interesting test costs several times what
                                   others cost */
  uint64_t max_tests;           /* stop after this many; 0: no limit */
  uint64_t patience;            /* leave a step after this many tests in a row
                                   without a success; 0: 20 000 in the default
                                   algorithm, no limit in the papers'
                                   algorithms */
  unsigned jobs;                /* maximum tests in flight; 0: 1; limited by the
                                   oracle's capacity. The result does not depend
                                   on it (O1). With more than one, the process
                                   forks copies now and then, which call none of
                                   the caller's functions and end before
                                   rd_reduce does */
  bool looks_ahead;             /* with one job too, where texts are checked: a
                                   processor is idle during a test */
  rd_foresight foresight;       /* asked before a test is run */
  const rd_site *sites;         /* the likeliest first; lent for the call */
  size_t site_count;
  rd_answers *answers; /* shared with earlier and later reductions; NULL: its
                          own */
  rd_log *log;         /* supplies the answers of an earlier process and records
                          new ones; NULL: none */
  const volatile sig_atomic_t *stop; /* stop when it becomes non-zero */
  volatile sig_atomic_t *skip; /* leave the current step when it is non-zero,
                                  and reset it to 0; NULL: never */
  /* An error return stops the reduction with that status. */
  rd_status (*event)(void *payload, const rd_event *event, rd_error *err);
  void *event_payload;
} rd_options;

#define RD_OPTIONS_VERSION 1
#define RD_OPTIONS_INIT                                                        \
  {                                                                            \
    .version = RD_OPTIONS_VERSION                                              \
  }

typedef struct rd_result {
  char *text; /* the smallest interesting text; rd_result_dispose */
  size_t size;
  rd_measure before, after;
  rd_stats stats;
  bool complete; /* the schedule ran to its end */
  bool minimal;  /* its last round tried every delta of the result and none
                    succeeded: 1-minimal relative to the passes that ran */
} rd_result;

/* Reduces; `options` NULL: RD_OPTIONS_INIT. The text must be interesting: it is
 * tested first, and RD_ERR_NOT_INTERESTING is returned if it is not. If the
 * reduction is stopped (RD_ERR_STOPPED, by options->stop or max_tests) or fails
 * later, *out still holds the best text so far. Cost: oracle runs as given in
 * the algorithm's row. */
RD_API rd_status rd_reduce(rd_result *out, const char *text, size_t size,
                           const rd_parser *parser, const rd_oracle *oracle,
                           const rd_options *options, rd_error *err);
RD_API void rd_result_dispose(rd_result *result);
/* The first request that rd_reduce will make to its parser, so that a program
 * can parse the text in parallel with other work. `options` as for rd_reduce.
 * RD_ERR_INVALID: no such algorithm. */
RD_API rd_status rd_first_parse(const char **view_out, uint32_t *prepare_out,
                                const rd_options *options, rd_error *err);

/* Rows in table order; NULL past the last. */
RD_API const rd_row *rd_algorithm(size_t index);
RD_API const rd_row *rd_pass_row(size_t index);

/* The one of `count` names that is closest to `name`, for "did you mean"; the
 * first of equally close ones; NULL if none is close. */
RD_API const char *rd_nearest_name(const char *name, const char *const *names,
                                   size_t count);

#ifdef __cplusplus
}
#endif
#endif
