/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Rewrites: edits beyond dropping, phrases and lifting, which a front end can
 * offer because it knows the meaning of the text.
 *
 * A rule is a row: one named effect (`typedef-to-type`). A rewrite is one
 * application of a rule: a set of edits, applied together or not at all, that
 * the front end adds to the tree. libreduce treats rewrites like the deltas of
 * its own passes, and tries them rule by rule.
 */
#ifndef REDUCE_REWRITES_H
#define REDUCE_REWRITES_H

#include "reduce/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A row of the tables of algorithms, passes and rules. */
typedef struct rd_row {
  const char *name;
  const char *alias;       /* a name that a shell does not expand, or NULL */
  const char *description; /* one line */
  const char *source;      /* where it comes from */
} rd_row;

enum {
  RD_RULE_TOGETHER = 1u << 0, /* its rewrites are mostly independent: one test
                                 may try many, and their texts for a node are
                                 joined if they change other bytes of it */
  RD_RULE_GROWS = 1u << 1,    /* its rewrites may make the text larger, and pay
                                 off by later removals */
  RD_RULE_FIRST = 1u << 2,    /* once, before all other steps: they depend on
                                 it */
  RD_RULE_SOON = 1u << 3,   /* before other steps, whenever it offers something:
                                 each test is cheaper afterwards */
  RD_RULE_WAITED = 1u << 4, /* and all tests until then cost so much that other
                                 steps end when they have taken a quarter of the
                                 text, which may let it offer something */
  RD_RULE_LATE = 1u << 5, /* its rewrites say how things are in this text, which
                               keeps other steps from changing them: when nothing
                               else is left */
  RD_RULE_LAST = 1u << 6, /* behind all passes of the end game: it takes what
                               they work with, as names */
};

typedef struct rd_rule {
  rd_row row;
  uint32_t flags; /* RD_RULE_... */
} rd_rule;

/* ---- building ---- */

/* Are rewrites wanted for this builder's text? Not if it is so large that
 * coarser edits come first. Front ends need not ask. */
RD_API bool rd_builder_wants_rewrites(const rd_builder *builder);
/* The number of a rule; the same name gives the same number, and adds to its flags.
 * Every tree names all rules of its front end, in the same order. */
RD_API uint32_t rd_builder_rule(rd_builder *builder, const rd_rule *rule);
/* Opens a rewrite of the rule; the edits that follow belong to it. A rewrite
 * without edits is discarded. Of two edits of one node the later counts, and an
 * edit below a node that is dropped or replaced has no effect. */
RD_API void rd_builder_rewrite(rd_builder *builder, uint32_t rule);
/* Removes the node (a provisional id); an element takes one separator with
 * it. */
RD_API void rd_builder_edit_drop(rd_builder *builder, uint32_t node);
/* Replaces the node with the text, which is copied. */
RD_API void rd_builder_edit_text(rd_builder *builder, uint32_t node,
                                 const char *text);
/* Replaces the node with one of its proper descendants, to which other edits
 * still apply. */
RD_API void rd_builder_edit_lift(rd_builder *builder, uint32_t node,
                                 uint32_t descendant);

/* ---- values ---- */

/* A *monitor* is the text with calls that print what values its expressions have.
 * Whoever can run programs builds and runs it, and has the tree made again with
 * what it has printed: then rewrites may use these values. */

/* Is a monitor wanted, so that the text is a program that can be run? */
RD_API bool rd_builder_wants_monitor(const rd_builder *builder);
/* Sets it; the text is copied. */
RD_API void rd_builder_monitor(rd_builder *builder, const char *text);
/* What the monitor of this text has printed; NULL: it was not run. Lent. */
RD_API const char *rd_builder_observed(const rd_builder *builder);

/* ---- reading ---- */

/* The monitor, or NULL. */
RD_API const char *rd_tree_monitor(const rd_tree *tree);

typedef enum rd_rewrite_op {
  RD_REWRITE_DROP,
  RD_REWRITE_TEXT, /* arg: rd_tree_string */
  RD_REWRITE_LIFT, /* arg: a proper descendant */
} rd_rewrite_op;

typedef struct rd_rewrite_edit {
  uint32_t node;
  uint32_t op; /* rd_rewrite_op */
  uint32_t arg;
} rd_rewrite_edit;

/* One rewrite; its edits are [first, first + count) of rd_tree_edits. */
typedef struct rd_rewrite {
  uint32_t rule;
  uint32_t first, count;
} rd_rewrite;

/* Rules are numbered [0, count). Pointers are lent until rd_tree_free. */
RD_API uint32_t rd_tree_rule_count(const rd_tree *tree);
RD_API const char *rd_tree_rule_name(const rd_tree *tree, uint32_t rule);
RD_API uint32_t rd_tree_rule_flags(const rd_tree *tree, uint32_t rule);
RD_API uint32_t rd_tree_rewrite_count(const rd_tree *tree);
/* In the order in which they were built. */
RD_API const rd_rewrite *rd_tree_rewrite(const rd_tree *tree, uint32_t rewrite);
RD_API const rd_rewrite_edit *rd_tree_rewrite_edits(const rd_tree *tree,
                                                    uint32_t rewrite);

#ifdef __cplusplus
}
#endif
#endif
