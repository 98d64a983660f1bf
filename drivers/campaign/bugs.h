/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From crashes to bugs: buckets, and what reductions say about them. */
#ifndef CAMPAIGN_BUGS_H
#define CAMPAIGN_BUGS_H

#include "campaign/campaign.h"

struct json_t;

/* The inputs with one signature of one version of a compiler. Strings are lent
 * by the inputs. */
typedef struct bucket {
  char *id; /* as that of a bundle */
  const char *signature, *place, *compiler;
  uint32_t *inputs; /* those that are in it, in the order of the campaign */
  size_t count;
  uint32_t *own; /* those whose own run showed the signature: where what a
                    reduction became shows another, the input moves */
  size_t own_count;
  uint32_t *reduced; /* of `inputs` those that were reduced */
  size_t reduced_count;
  bool is_known;  /* its signature is named by --known */
  size_t bug;     /* of which bug it is */
  strings moved;  /* how inputs came into it from other buckets */
  strings merged; /* why buckets are one bug with others */
} bucket;

/* Buckets that are merged. */
typedef struct bug {
  uint32_t *buckets; /* the one with the most inputs first */
  size_t count;
  uint64_t inputs, times; /* of all its buckets */
  uint64_t first, last;
  bool is_known;
  uint32_t best; /* the input with the smallest reduced text; BUG_NONE */
  size_t running;
  char *problem; /* why nothing is reduced, if it was tried; or NULL */
} bug;
#define BUG_NONE UINT32_MAX

typedef struct bugs {
  bucket *buckets;
  size_t bucket_count;
  bug *data; /* by frequency */
  size_t size;
  size_t waiting, fine, broken, crashing; /* inputs */
  size_t late;                            /* of the fine ones */
  size_t fresh;                           /* bugs that are not known */
} bugs;

/* Computes the buckets and bugs of a campaign; `known` has signatures. The
 * result depends on what was run and reduced, not on the order in which that was
 * done. Lends its strings. Owner: bugs_dispose. */
void bugs_find(bugs *out, const campaign *of, const strings *known);
void bugs_dispose(bugs *self);
/* The input to reduce next: that of the bucket with the most inputs which has
 * fewer than `each` reductions; of its inputs the cheapest. BUG_NONE: all is
 * done, or running. */
uint32_t bugs_next(const bugs *self, const campaign *of, size_t each);
/* The number of reductions that are still to be made, running ones included. */
size_t bugs_left(const bugs *self, const campaign *of, size_t each);
/* What a reduction of the input promises to cost, without unit. */
uint64_t input_cost(const input *of);
/* The bucket of which the bug has its name. */
const bucket *bug_bucket(const bugs *self, const bug *of);
/* The bugs as an array of objects; a reference of the caller's. */
struct json_t *bugs_json(const bugs *self, const campaign *of);

#endif
