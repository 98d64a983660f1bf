/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The data of a builder between the front end's calls and the frozen tree.
 *
 * Nodes are stored as rd_node in document order, under their provisional ids.
 * Until rd_builder_prepare renumbers them, only these shape fields are valid:
 * `parent` (a provisional id), `begin` and `end` of a leaf, and `leaves`, which
 * is 1 for a leaf and 0 for an inner node.
 */
#ifndef RD_BUILDER_H
#define RD_BUILDER_H

#include "base/text.h"
#include "intern.h"
#include "reduce/symbols.h"
#include "reduce/tree.h"
#include "tree.h"

enum { RD_CLASSES = 1024, RD_CLASS_WORDS = RD_CLASSES / 32 };

/* A node that declares, names or uses a symbol. */
typedef struct rd_mention {
  uint32_t symbol;
  uint32_t node;
  uint32_t kind; /* rd_use_kind; 0 for the others */
} rd_mention;
typedef ARRAY(rd_mention) rd_mentions;

struct rd_builder {
  const char *text;
  size_t size;
  uint32_t window, window_end; /* the bytes that a front end sees; 0, 0: all */
  const rd_lexer *lexer;
  ARRAY(rd_node) nodes;
  uint32_t open;     /* innermost open node, or RD_NONE */
  uint32_t roots;    /* nodes without a parent */
  uint32_t last_end; /* end of the last leaf */
  rd_intern strings;
  rd_intern fillers; /* of uint32_t */
  rd_intern sets;    /* of rd_sort_set */
  ARRAY(uint32_t) kinds;
  ARRAY(rd_symbol) symbols;
  rd_mentions decls, uses, names;
  rd_mentions guards; /* `node` is a symbol */
  ARRAY(rd_tree_rule) rules;
  ARRAY(rd_rewrite) rewrites;
  ARRAY(rd_rewrite_edit) edits;
  uint32_t intended;    /* as set by rd_builder_intend */
  uint16_t permitted;   /* as set by rd_builder_permit */
  uint32_t undeclared;  /* as set by rd_builder_undeclared */
  uint32_t monitor;     /* 1 + the string; 0: none */
  const char *observed; /* as set by rd_builder_observe */
  uint32_t *converts;   /* RD_CLASSES rows of RD_CLASS_WORDS, or NULL */
  uint32_t classes;     /* 1 + the largest class that converts */
};

/* Shows the front ends only the bytes [begin, end) from now on, as if they were
 * the whole text. */
void rd_builder_show(rd_builder *builder, size_t begin, size_t end);

/* Tells front ends what the monitor of this text has printed: lent; NULL: it was not
 * run. */
void rd_builder_observe(rd_builder *builder, const char *printed);

/* The number of a string that may become part of a text, which the lexer weighs unless
 * rd_builder_weigh has. */
static inline uint32_t rd_builder_weighed(rd_builder *builder, const char *text)
{
  return rd_intern_text(&builder->strings, text, builder->lexer);
}

/* The number of the union of two sets of sorts. */
uint32_t rd_builder_join_sorts(rd_builder *builder, uint32_t a, uint32_t b);

/* Prepares the nodes and renumbers them: afterwards builder->nodes is the
 * frozen tree's array. Returns the map from provisional to final ids, RD_NONE
 * for nodes that vanished; free(). The builder has at least one node. */
uint32_t *rd_builder_prepare(rd_builder *builder, uint32_t prepare);

/* Converts the rewrites to final ids; discards those that touch vanished nodes.
 * `map` comes from rd_builder_prepare. */
void rd_builder_settle_rewrites(rd_builder *builder, const uint32_t *map);

/* The frozen symbol tables. */
typedef ARRAY(uint32_t) rd_numbers;
typedef struct rd_symbol_tables {
  rd_numbers decls, needs, names, guards;
  ARRAY(rd_use) uses;
} rd_symbol_tables;

/* Fills the tables and the ranges of builder->symbols; `map` comes from
 * rd_builder_prepare. Returns false if 32 bits cannot number a table's
 * elements; dispose of the tables even then. */
bool rd_symbol_tables_init(rd_symbol_tables *tables, rd_builder *builder,
                           const uint32_t *map);
void rd_symbol_tables_dispose(rd_symbol_tables *tables);

#endif
