/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Edits as values, and configurations: the edits in force on a frozen tree.
 *
 * The rd_view_* functions show a tree as edited by a configuration: without
 * dropped and replaced nodes, and with a lifted descendant in the place of its
 * ancestor.
 */
#ifndef RD_EDIT_H
#define RD_EDIT_H

#include "intern.h"
#include "reduce/lexer.h"
#include "reduce/tree.h"

typedef enum rd_edit_op {
  RD_KEEP,   /* no edit */
  RD_DROP,   /* removed; an element takes one separator with it */
  RD_PHRASE, /* arg: replacement, a string of the tree (rd_tree_string) */
  RD_LIFT,   /* arg: the proper descendant that replaces it */
  RD_TEXT,   /* arg: a text of the configuration (rd_config_text) */
} rd_edit_op;

typedef struct rd_edit {
  uint32_t node;
  uint32_t op; /* rd_edit_op */
  uint32_t arg;
} rd_edit;

typedef struct rd_config {
  const rd_tree *tree;
  const rd_lexer *lexer;
  uint32_t *at;         /* by node: 1 + index of its edit, 0: none */
  bool *touched;        /* by node: its subtree was edited */
  ARRAY(rd_edit) edits; /* RD_KEEP for an edit that was undone */
  rd_intern texts;
} rd_config;

/* No edits. The tree and the lexer of its language are lent until
 * rd_config_free. */
rd_config *rd_config_new(const rd_tree *tree, const rd_lexer *lexer);
void rd_config_free(rd_config *config);
/* A text for RD_TEXT; equal texts give equal numbers. Its weight is the lexer's
 * token count. */
uint32_t rd_config_text(rd_config *config, const char *text);
/* The same for a string of the tree, which has its own weight. */
uint32_t rd_config_text_of(rd_config *config, uint32_t string);
/* The text that an edit puts in place of its node; "" if none. */
const char *rd_config_string(const rd_config *config, rd_edit edit);
/* The tokens of that text. */
uint32_t rd_config_weight(const rd_config *config, rd_edit edit);
/* The edit of a node; op RD_KEEP if it has none. */
rd_edit rd_config_at(const rd_config *config, uint32_t node);
/* Later edits of the same node replace earlier ones. */
void rd_config_apply(rd_config *config, const rd_edit *edits, size_t count);

/* A text (rd_config_text) that does to the node's source what both texts for it do.
 * False if they change the same bytes of it, or if a leaf does not stay whole in
 * each. Equal texts count as one. */
bool rd_config_join(uint32_t *text_out, rd_config *config, uint32_t node,
                    uint32_t text, uint32_t other);

/* The node now at the place of `node`: itself, or the node lifted there (lifts
 * may be chained); RD_NONE if dropped or replaced by text. */
uint32_t rd_view_resolve(const rd_config *config, uint32_t node);
/* The first child of the node now at the place of `node`, and the next sibling
 * of a child, skipping those dropped or replaced by text. Returns places (not
 * resolved), RD_NONE at the end. */
uint32_t rd_view_first(const rd_config *config, uint32_t node);
uint32_t rd_view_next(const rd_config *config, uint32_t place);
/* Tokens in the visible subtree at the place: of its leaves and of replacement
 * texts. Separators and punctuation that disappear with the elements of their
 * list are still counted (render.h is exact). Cost: O(edited nodes and their
 * siblings there). */
uint32_t rd_view_tokens(const rd_config *config, uint32_t place);
/* The tokens that the edit removes, less those that it puts there. */
int64_t rd_edit_gain(const rd_config *config, rd_edit edit);

#endif
