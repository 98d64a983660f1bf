/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reducing a text: the front door for programs.
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

/* Who makes trees for rd_reduce: a parse server, or a test. */
typedef struct rd_parser {
  /* `view` is what the schedule asks for: NULL for the front end's own tree,
   * else the name of another view of the text ("lines", "chars", "tokens").
   * Owner: *out is the caller's. */
  rd_status (*parse)(rd_tree **out, void *payload, const char *view,
                     const char *text, size_t size, uint32_t prepare,
                     rd_error *err);
  void *payload;
  const rd_lexer *lexer; /* of the texts; NULL: the plain one */
} rd_parser;

/* Who says cheaply, before a test, that it would end as RD_INVALID or
 * RD_OVERRULED: the front end's check. It may be wrong: rd_reduce counts how
 * often, sends some of what it rejects to the oracle all the same, and stops
 * asking one that is. */
typedef struct rd_foresight {
  rd_status (*check)(rd_diagnostics *out, void *payload, const char *text,
                     size_t size, rd_error *err); /* NULL: nobody */
  void *payload;
} rd_foresight;

/* What is known of texts. Two reductions that ask the same oracle, or one that
 * answers likewise, may share it. Takes 64 MiB at most; the oldest answers are
 * forgotten first. */
typedef struct rd_cache rd_answers;

/* Owner: released with rd_answers_free. */
RD_API rd_answers *rd_answers_new(void);
RD_API void rd_answers_free(rd_answers *answers);
/* Says `to` where it said `from`, as the next oracle would; RD_VERDICT_COUNT:
 * forgets what it said. Cost: O(answers). */
RD_API void rd_answers_change(rd_answers *answers, rd_verdict from,
                              rd_verdict to);

/* Size of a text. Ordered by tokens, then bytes. */
typedef struct rd_measure {
  uint64_t tokens; /* the weights of all leaves and texts */
  uint64_t bytes;
} rd_measure;

/* Counts of a run so far. */
typedef struct rd_stats {
  uint64_t tests;                      /* questions that the oracle answered;
                                          does not depend on jobs */
  uint64_t verdicts[RD_VERDICT_COUNT]; /* tests by verdict */
  uint64_t cache_hits;                 /* questions that the cache answered */
  uint64_t recalled;                   /* tests whose answer stood in the log */
  uint64_t checks;                     /* questions that foresight was asked */
  uint64_t foreseen;  /* of those: taken for invalid without a test */
  uint64_t misjudged; /* of those it rejected and that were tested all the same:
                         were not invalid */
  uint64_t remembered; /* deltas that failed before and were not asked for
                          again */
  uint64_t started;    /* tests started, those of no use included */
  uint64_t unused;     /* tests started ahead that the search did not ask for */
  uint64_t parses;     /* trees made */
  uint64_t accepted;   /* steps */
  uint64_t before_last; /* tests before the last round began, that in which all
                           is asked once more; 0: there is none */
} rd_stats;

typedef enum rd_event_kind {
  RD_EVENT_START,      /* the initial test passed; measure is the original's */
  RD_EVENT_PASS_BEGIN, /* pass; round */
  RD_EVENT_PASS_END,   /* pass; round; tests of the pass in pass_tests */
  RD_EVENT_TEST,       /* a test that was asked for ended; verdict, candidate
                          measure, pass, round; text is the candidate (the first
                          test of all has none of these events) */
  RD_EVENT_ACCEPT,     /* a step was accepted; text is the new best; measure,
                          pass, round */
  RD_EVENT_NOTICE,     /* message; never sent by libreduce, but by programs
                          that report more through the same function */
  RD_EVENT_END,        /* the reduction is over or was stopped, maybe before
                          its start; text, measure */
} rd_event_kind;

/* One event. Fields that the kind does not name are zero; all is lent for the
 * call. */
typedef struct rd_event {
  rd_event_kind kind;
  const char *pass; /* name in the pass table */
  uint32_t round;   /* from 1 */
  uint64_t pass_tests;
  rd_verdict verdict;
  rd_measure measure; /* of the text or candidate */
  const char *text;
  size_t text_size;
  const char *message;
  bool recalled; /* a test or step that the log knew; an accepted text may be
                    larger than what an earlier process has written */
  const rd_stats *stats; /* always there */
} rd_event;

/* A place of the text that the property is about, as far as somebody can tell:
 * a compiler's output names the function it was in, or a line. */
typedef struct rd_site {
  const char *name; /* of a symbol, or NULL */
  uint32_t line;    /* of the text that rd_reduce is given, from 1; 0: none */
} rd_site;

typedef struct rd_options {
  uint32_t version;             /* RD_OPTIONS_VERSION */
  const char *algorithm;        /* NULL: "default" */
  const char *const *only_pass; /* NULL-terminated names, or NULL: all; names
                                   of passes or of a front end's rules */
  const char *const *skip_pass; /* NULL-terminated names, or NULL: none */
  uint32_t prepare_off;         /* RD_SQUEEZE ...: preparations to leave out */
  bool no_subsets;              /* ddmin without its subset phase */
  bool no_complements;          /* ddmin without its complement phase: the
                                   result is not 1-minimal */
  bool backward;                /* ddmin goes through its parts from the end */
  bool check;                   /* check the tree after every accepted step */
  bool no_final_round;          /* the default ends without the round that asks
                                   for all once more: no claim is made then */
  uint64_t max_tests;           /* stop after so many; 0: no limit */
  uint64_t patience;            /* leave a step after so many tests in a row
                                   without a success; 0: 20 000 in the default,
                                   no limit in the papers' algorithms */
  unsigned jobs;                /* tests in flight at most; 0: 1; no more than
                                   the oracle's capacity. Nothing in the result
                                   depends on it (O1). With more than one the
                                   process forks now and then: copies that run
                                   none of the caller's functions and end before
                                   rd_reduce does */
  rd_foresight foresight;       /* asked before a test is paid */
  const rd_site *sites;         /* the likeliest first; lent for the call */
  size_t site_count;
  rd_answers *answers; /* of reductions before this one, and for those after
                          it; NULL: its own */
  rd_log *log;         /* answers of an earlier process are taken from
                                   it, new ones added; NULL: none */
  const volatile sig_atomic_t *stop; /* stop when it becomes non-zero */
  volatile sig_atomic_t *skip; /* leave the present step when it is non-zero;
                                   set back to 0 then; NULL: never */
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
  bool minimal;  /* its last round asked for every delta of the result, and none
                    succeeded: 1-minimal relative to the passes that ran */
} rd_result;

/* Reduces; `options` NULL: RD_OPTIONS_INIT. The text must be interesting: it is
 * tested first, and if it is not the answer is RD_ERR_NOT_INTERESTING. When
 * stopped (RD_ERR_STOPPED, by options->stop or max_tests) or failed later, *out
 * still holds the best text so far. Cost: oracle runs as the algorithm's row
 * says. */
RD_API rd_status rd_reduce(rd_result *out, const char *text, size_t size,
                           const rd_parser *parser, const rd_oracle *oracle,
                           const rd_options *options, rd_error *err);
RD_API void rd_result_dispose(rd_result *result);
/* What rd_reduce will ask its parser for first, so that a program can have the
 * text parsed beside other work. `options` as for rd_reduce. RD_ERR_INVALID: no
 * such algorithm. */
RD_API rd_status rd_first_parse(const char **view_out, uint32_t *prepare_out,
                                const rd_options *options, rd_error *err);

/* Rows in table order; NULL past the last. */
RD_API const rd_row *rd_algorithm(size_t index);
RD_API const rd_row *rd_pass_row(size_t index);

/* The one of `count` names that is most like `name`, for "did you mean"; the
 * first of equally good ones; NULL if none is near. */
RD_API const char *rd_nearest_name(const char *name, const char *const *names,
                                   size_t count);

#ifdef __cplusplus
}
#endif
#endif
