/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The questions that a search may come to, as a tree. */
#ifndef RD_FUTURE_H
#define RD_FUTURE_H

#include "cache.h"
#include "success_model.h"

typedef enum rd_future_kind {
  RD_FUTURE_AWAITED, /* not known yet: a scout is on its way */
  RD_FUTURE_ASKS,    /* a question */
  RD_FUTURE_PARSES,  /* the search wants a tree first */
  RD_FUTURE_ENDS,    /* nothing is known of what comes then */
} rd_future_kind;

/* A question, and what is known of it. */
typedef struct rd_future {
  struct rd_future *before;  /* NULL: this is the present question */
  struct rd_future *next[2]; /* by its answer: failed, interesting */
  rd_future_kind kind;
  bool is_success;  /* the answer to `before` that leads here */
  bool is_foreseen; /* will most likely fail, without a test */
  bool runs;        /* its test is in flight */
  bool has_twin;    /* another question for the same text has one in flight */
  bool is_answered;
  bool is_asked; /* the search came to it */
  bool is_dead;  /* it cannot come to it any more */
  rd_verdict verdict;
  rd_key key;
  const char *pass;
  size_t size;     /* of the text */
  bool is_started; /* a test of its own was started */
  rd_ticket ticket;
  uint64_t begun_us;
  uint32_t scout; /* who waits there or is on its way; RD_NONE */
  unsigned trees; /* made ahead on the way to it, of all since the start */
  unsigned past;  /* for its model */
  double weight;  /* the chance that the search comes to it */
} rd_future;

/* Each after the one that it follows from; the first is the present one. */
typedef struct rd_futures {
  ARRAY(rd_future *) list;
  ARRAY(rd_future *) dead;
  rd_success_model model;
  unsigned past; /* of the present question */
} rd_futures;

/* The present question, or NULL. */
rd_future *rd_futures_root(const rd_futures *futures);
/* Adds one that follows from an answer, or (NULL) the present one. */
rd_future *rd_futures_add(rd_futures *futures, rd_future *before,
                          bool is_success);
/* Sets the weights. */
void rd_futures_weigh(rd_futures *futures);
/* Moves what cannot be any more, by answers or because it or what it follows
 * from is marked as dead, to `dead`; its owner frees it. */
void rd_futures_prune(rd_futures *futures);
/* The present question was answered: the one that follows becomes the present
 * one. Owner: the old one is the caller's, free(). */
rd_future *rd_futures_advance(rd_futures *futures);
/* An answer that nothing follows from yet, of a question that needs no more to
 * be done: the one of most weight, which is also returned. 0: none. */
double rd_futures_open(rd_future **out, bool *is_success_out,
                       const rd_futures *futures);
void rd_futures_dispose(rd_futures *futures);

#endif
