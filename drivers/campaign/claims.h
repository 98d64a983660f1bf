/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What workers say that inputs do, until it is believed. */
#ifndef CAMPAIGN_CLAIMS_H
#define CAMPAIGN_CLAIMS_H

#include "campaign/campaign.h"

/* An input, as a worker saw it. */
typedef struct claim {
  uint32_t number; /* of the input in the campaign */
  input said;
  bool is_sample; /* it is checked in any case */
  bool is_asked;  /* it is run here */
} claim;

/* A worker, by its name without that of its process. */
typedef struct claims_worker {
  char *name;
  size_t claims;
  bool lies;
} claims_worker;

typedef struct claims {
  ARRAY(claim) held;
  map shown; /* crashes that runs here have shown */
  ARRAY(claims_worker) workers;
  size_t liars;
  uint32_t example; /* an input that has crashed here, in a place that has a
                       name; CLAIMS_NONE */
} claims;
#define CLAIMS_NONE UINT32_MAX

/* Begins with what is known of the inputs. Owner: claims_dispose. */
void claims_init(claims *out, const campaign *of);
void claims_dispose(claims *self);
/* Forgets the claims that are not decided. */
void claims_clear(claims *self);

/* Takes what `said->teller` says. */
void claims_add(claims *self, uint32_t number, input *said);
/* Is a claim about the input not decided yet? */
bool claims_holds(const claims *self, uint32_t number);
/* A run here showed what the input does. *liar_out: the worker that said
 * something else, caller's; NULL: none. */
void claims_compare(char **liar_out, claims *self, uint32_t number,
                    const input *ran);
/* From now on nothing that this worker says is believed. */
void claims_distrust(claims *self, const char *teller);
bool claims_is_liar(claims *self, const char *teller);

typedef enum claim_end {
  CLAIM_NONE, /* nothing can be said now */
  CLAIM_BELIEVED,
  CLAIM_DOUBTED, /* the input has to run here */
} claim_end;

/* The next decision, about the input *number_out. *said_out: what it did,
 * CLAIM_BELIEVED; owner: input_dispose. */
claim_end claims_next(uint32_t *number_out, input *said_out, claims *self);

#endif
