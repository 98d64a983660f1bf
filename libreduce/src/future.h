/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The questions that a search may reach, as a tree. */
#ifndef RD_FUTURE_H
#define RD_FUTURE_H

#include "cache.h"

/* Tests and successes, as decaying weights. */
typedef struct rd_tally {
  double tests, successes;
} rd_tally;

enum { RD_PAST = 4, RD_GAINS = 33, RD_MODEL_PASSES = 160 };

/* The tests of one pass: in total, by the results of the last two tests, and by
 * how much smaller they make the text. */
typedef struct rd_pass_model {
  const char *pass;
  rd_tally all;
  rd_tally after[RD_PAST];
  rd_tally gaining[RD_GAINS];
} rd_pass_model;

typedef struct rd_success_model {
  rd_tally all;
  rd_pass_model passes[RD_MODEL_PASSES]; /* in order of their first test */
  size_t count;
} rd_success_model;

typedef enum rd_future_kind {
  RD_FUTURE_AWAITED, /* not known yet: a scout is under way */
  RD_FUTURE_ASKS,    /* a question */
  RD_FUTURE_PARSES,  /* the search needs a tree first */
  RD_FUTURE_ENDS,    /* what follows is unknown */
} rd_future_kind;

/* A question and its state. */
typedef struct rd_future {
  struct rd_future *before;  /* NULL: this is the current question */
  struct rd_future *next[2]; /* by its answer: failed, interesting */
  rd_future_kind kind;
  bool is_success;  /* the answer to `before` that leads here */
  bool is_foreseen; /* will most likely fail, without a test */
  bool runs;        /* its test is in flight */
  bool has_twin;    /* another question with the same text has a test in
                       flight */
  bool is_likely;   /* its test has shown the property, and is confirmed now */
  bool is_answered;
  bool is_asked;  /* the search reached it */
  bool is_dead;   /* the search can no longer reach it */
  bool is_missed; /* a scout that was to come here came elsewhere */
  rd_verdict verdict;
  rd_key key;
  const char *pass;
  size_t size;     /* of the text */
  bool is_started; /* a test of its own was started */
  rd_ticket ticket;
  uint64_t begun_us;
  uint32_t scout; /* the scout that waits there or is under way; RD_NONE */
  unsigned trees; /* number made ahead on the way to it, since the start */
  /* what the model knows of it: the results of the last two tests, the size of
   * the text that it was made from as far as known, and the number of bits of how
   * many bytes smaller it is */
  unsigned past;
  size_t best;
  unsigned gain;
  double weight; /* the probability that the search reaches it */
} rd_future;

/* Each question comes after its predecessor; the first is the current one. */
typedef struct rd_futures {
  ARRAY(rd_future *) list;
  ARRAY(rd_future *) dead;
  rd_success_model model;
  unsigned past; /* of the current question, */
  size_t best;   /* as in a future */
} rd_futures;

/* The current question, or NULL. */
rd_future *rd_futures_root(const rd_futures *futures);
/* Adds the question that follows an answer to `before`, or (NULL) the current
 * one. */
rd_future *rd_futures_add(rd_futures *futures, rd_future *before,
                          bool is_success);
/* Sets the weights. */
void rd_futures_weigh(rd_futures *futures);
/* Moves questions that the search can no longer reach (because of answers, or
 * because they or a predecessor are marked dead) to `dead`, whose owner frees
 * them. */
void rd_futures_prune(rd_futures *futures);
/* The current question was answered: its successor becomes the current one.
 * Owner: the old one is the caller's, free(). */
rd_future *rd_futures_advance(rd_futures *futures);
/* Finds the answer without a successor yet, or with one whose text is needed
 * again, of a question that needs no more work, that has the greatest weight,
 * and returns that weight. 0: none. */
double rd_futures_open(rd_future **out, bool *is_success_out,
                       const rd_futures *futures);
void rd_futures_dispose(rd_futures *futures);

#endif
