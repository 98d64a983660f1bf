/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Passes: each examines places of the visible tree and proposes deltas. A pass
 * never renders, tests or loops over attempts.
 *
 * A new pass is one file in passes/ and one row in passes.def.
 */
#ifndef RD_PASS_H
#define RD_PASS_H

#include "render.h"
#include "reduce/reduce.h"
#include "reduce/rewrites.h"
#include "reduce/symbols.h"

/* Tokens of a large text. In a smaller one most places are alone of their kind,
 * few elements need much alone, and declarations are found with fewer questions
 * one by one. */
enum { RD_LARGE_TEXT = 2000 };

enum {
  RD_DELTA_GROWS = 1u << 0,   /* may leave the text as large or larger, and pays
                                 off only through later removals: judged by a
                                 lookahead (lookahead.c) */
  RD_DELTA_CHECKED = 1u << 1, /* a guess that is mostly wrong: tried only if
                                 foresight, if there is any, does not reject
                                 it */
  RD_DELTA_LATE = 1u << 2,    /* saves only bytes: waits until nothing that
                                 saves tokens is left, because it could hinder
                                 that */
};

/* Edits that are applied together or not at all. */
typedef struct rd_delta {
  uint32_t unit;  /* the node that it concerns */
  uint32_t begin; /* its edits in rd_deltas.edits */
  uint32_t count;
  uint32_t flags; /* RD_DELTA_GROWS ... */
  int64_t gain;   /* tokens that it removes; may be an estimate */
} rd_delta;

typedef struct rd_deltas {
  ARRAY(rd_edit) edits;
  ARRAY(rd_delta) list;
  size_t few; /* so many deltas, the first ones, may be all that is needed;
                 0: not known */
  bool some;  /* they are not all unneeded */
} rd_deltas;

/* The input of a pass. */
typedef struct rd_sight {
  rd_config *config;      /* to view the tree, and to store texts */
  const uint32_t *places; /* of the visible tree, in walk order */
  size_t count;
  uint32_t rule;             /* of the tree, for the pass `rewrites` */
  const rd_options *options; /* the caller's, or NULL */
  bool has_foresight;        /* foresight exists, for RD_DELTA_CHECKED */
  bool has_sites;            /* lines of the options are places in this tree */
} rd_sight;

typedef void rd_enumerate(rd_deltas *out, const rd_sight *sight);
typedef void rd_enumerate_place(rd_deltas *out, const rd_sight *sight,
                                uint32_t place);
/* For deltas that the pass enumerated, on the tree as it is now: sets
 * stays_out[i] if a removal of delta i would break what the seeds (numbers of
 * deltas that are not applied) or the rest of the text needs. */
typedef void rd_keep(bool *stays_out, const rd_sight *sight,
                     const rd_deltas *deltas, const uint32_t *seeds,
                     size_t count);

/* The search that a pass wants. */
typedef enum rd_search {
  RD_BY_PASS,      /* in a schedule: the search that the pass wants */
  RD_BY_DDMIN,     /* deltas are units of ddmin */
  RD_BY_SWEEP,     /* deltas are units of the sweep */
  RD_BY_ONE,       /* deltas are tried one by one */
  RD_BY_PROBDD,    /* deltas are units of ProbDD */
  RD_BY_CDD,       /* deltas are units of CDD */
  RD_BY_TMIN,      /* deltas of one place are alternatives, best first */
  RD_BY_ISOLATION, /* deltas are units of the isolation, which asks the pass
                      what they need */
} rd_search;

/* Names for rows: RD_PASS_PRUNE, ... */
typedef enum rd_pass_id {
  RD_PASS_NONE,
#define RD_PASS(id, function, name, search, description, source) RD_PASS_##id,
#include "passes.def"
  RD_PASS_COUNT
} rd_pass_id;

#define RD_PASS(id, function, name, search, description, source)               \
  rd_enumerate rd_pass_##function;
#define RD_PLACE_PASS(id, function, name, search, description, source)         \
  rd_enumerate rd_pass_##function;                                             \
  rd_enumerate_place rd_place_##function;
#define RD_KEEP_PASS(id, function, name, search, description, source)          \
  rd_enumerate rd_pass_##function;                                             \
  rd_keep rd_keep_##function;
#include "passes.def"

typedef struct rd_pass {
  rd_row row;
  rd_search search;
  rd_enumerate *enumerate;
  rd_keep *keep; /* NULL: not for RD_BY_ISOLATION */
} rd_pass;

/* The row of a pass; never freed. */
const rd_pass *rd_pass_at(rd_pass_id id);

/* ---- helpers for passes ---- */

void rd_deltas_clear(rd_deltas *deltas);
void rd_deltas_dispose(rd_deltas *deltas);
/* A delta of one edit. */
void rd_deltas_add(rd_deltas *deltas, rd_edit edit, int64_t gain);
/* Opens a delta; rd_deltas_edit adds edits to the last one opened. */
void rd_deltas_open(rd_deltas *deltas, uint32_t unit);
void rd_deltas_edit(rd_deltas *deltas, rd_edit edit, int64_t gain);
/* Removes the last delta; the second only if it gains nothing or is as an earlier
 * one. */
void rd_deltas_pop(rd_deltas *deltas);
void rd_deltas_settle(rd_deltas *deltas);
/* Sets flags of the last delta opened. */
void rd_deltas_flag(rd_deltas *deltas, uint32_t flags);
/* Sorts the deltas in document order, so that a nested delta comes after the
 * one around it, and elements of a list follow each other. */
void rd_deltas_sort(rd_deltas *deltas);
/* Keeps the deltas that gain more than `least` and at most `most` tokens, in
 * document order and without those nested in another. */
void rd_deltas_keep(rd_deltas *deltas, const rd_tree *tree, uint64_t least,
                    uint64_t most);
/* Adds a delta that drops a place, or uses its shortest phrase if the place is
 * required. Returns false, and adds no delta, if neither is possible. */
bool rd_deltas_prune(rd_deltas *deltas, const rd_sight *sight, uint32_t place);

/* May the place be a unit: visible, and not punctuation, a comment or
 * hidden? */
bool rd_unit_is(const rd_config *config, uint32_t place);
/* The place and all visible places below it, in document order. Owner: caller,
 * free(). */
uint32_t *rd_places_below(size_t *count_out, const rd_config *config,
                          uint32_t place);
/* At most the first RD_MOST_PLACES of them, for callers that look below many
 * places: the total would be quadratic in a deep tree. Owner: caller,
 * free(). */
enum { RD_MOST_PLACES = 16 * 1024 };
uint32_t *rd_places_near(size_t *count_out, const rd_config *config,
                         uint32_t place);

#endif
