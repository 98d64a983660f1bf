/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The frozen tree that a reduction works on, and the builder that makes one.
 *
 * A tree belongs to one source text. Every token of the text is exactly one
 * leaf (T2); the bytes between two tokens (white space) belong to no node.
 * Rendering the tree without edits gives the text back byte for byte (T1);
 * spans nest and are ordered (T3). Nodes are numbered in document order: a node
 * comes before its children, and its subtree is the run
 * [node, node + at->size). The whole tree is one block of memory without
 * pointers, so that it can be built in another process and mapped.
 *
 * libreduce knows no language. What a front end knows goes into a node as data:
 * the place that it fills, the phrases that may stand there instead, the sorts
 * of thing that it is, and its type class.
 */
#ifndef REDUCE_TREE_H
#define REDUCE_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "reduce/lexer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RD_NONE UINT32_MAX

/* How a node stands in its parent, which says how it is pruned. */
typedef enum rd_place {
  RD_REQUIRED, /* pruned to its phrase; a node without one stays */
  RD_OPTIONAL, /* pruned to nothing */
  RD_ELEMENT,  /* pruned to nothing together with one separator */
} rd_place;

/* Flags of a node. */
enum {
  RD_LIST = 1u << 0,       /* children are elements, with or without separators;
                             with no element left it renders as its phrase */
  RD_PUNCT = 1u << 1,      /* punctuation: never a unit of reduction */
  RD_SEPARATOR = 1u << 2,  /* punctuation between two elements of a list: is
                             rendered only between two that are left */
  RD_LINE = 1u << 3,       /* needs its lines for itself (a directive) */
  RD_COMMENT = 1u << 4,    /* a comment: a leaf without weight */
  RD_RECURSIVE = 1u << 5,  /* may be flattened into a parent of equal kind */
  RD_HIDDEN = 1u << 6,     /* no unit: its phrase equals its text */
  RD_GENERIC = 1u << 7,    /* made of balanced tokens, not of syntax (T4) */
  RD_BODY = 1u << 8,       /* the body of a definition: its first filler makes
                             a declaration of the definition */
  RD_DEFINITION = 1u << 9, /* a definition or declaration of symbols.h */
  RD_RAW = 1u << 10,     /* bytes, no token: no white space is put beside it */
  RD_INITIAL = 1u << 11, /* the initial value of a definition, which stays one
                            without it */
  RD_INTERNAL = 1u << 12 /* a word that keeps a definition from other files, so
                            that it counts only if it is used in this one */
};

/* One node. 64 bytes. */
typedef struct rd_node {
  uint32_t begin, end; /* bytes [begin, end) of the source */
  uint32_t parent;     /* RD_NONE for the root */
  uint32_t size;       /* nodes in the subtree, at least 1 */
  uint32_t token;      /* index of the first leaf in document order */
  uint32_t leaves;     /* leaves in the subtree */
  uint32_t tokens;     /* sum of the leaves' weights: the measure */
  uint32_t phrase;     /* string: shortest grammatical text of the place, may
                           be empty; RD_NONE: there is none */
  uint32_t fillers;    /* first of the typed phrases in rd_tree_filler */
  uint32_t sorts;      /* bits: what this node is (all labels of its chain) */
  uint32_t accepts;    /* bits: what may be lifted to this place */
  uint16_t filler_count;
  uint16_t kind; /* index for rd_tree_kind_name */
  uint16_t type; /* type class of the value, 0: none or unknown */
  uint16_t want; /* type class that the place wants, 0: any */
  uint16_t flags;
  uint8_t place;      /* rd_place */
  uint8_t depth_hint; /* reserved, 0 */
} rd_node;

typedef struct rd_tree rd_tree;

/* What rd_builder_finish makes of the front end's tree; bits. */
enum {
  RD_SQUEEZE = 1u << 0, /* merge a node with its only child; the merged node
                               keeps the sorts of both, the outer place */
  RD_FLATTEN = 1u << 1, /* lift RD_RECURSIVE children of equal kind */
  RD_HIDE = 1u << 2,    /* hide nodes whose phrase equals their own text */
  RD_PREPARE_ALL = 7,
  RD_REWRITES = 1u << 3 /* ask the front end for rewrites (rewrites.h) */
};

/* ---- building ---- */

typedef struct rd_builder rd_builder;

/* What a front end says of a node; zero means: required, no phrase, no sort. */
typedef struct rd_node_spec {
  uint16_t kind; /* from rd_builder_kind */
  uint16_t flags;
  uint8_t place; /* rd_place */
  uint16_t type, want;
  uint32_t weight; /* of a leaf: the tokens that it counts for; 0: one, or none
                      for a comment */
  uint32_t sorts, accepts;
  const char *phrase;         /* NULL: none; copied */
  const char *const *fillers; /* NULL-terminated or NULL; copied; shortest or
                                  likeliest first */
} rd_node_spec;

/* A builder for `text` (lent until rd_builder_free; size < 2^32 - 1).
 * Owner: the caller, rd_builder_free. */
RD_API rd_builder *rd_builder_new(const char *text, size_t size);
RD_API void rd_builder_free(rd_builder *builder);
/* The lexer that weighs the phrases, fillers and texts of rewrites: how many
 * tokens each counts where it stands in place of a node. Lent until
 * rd_builder_free; NULL, the start: the plain one. */
RD_API void rd_builder_lexer(rd_builder *builder, const rd_lexer *lexer);
/* Gives one of these texts another weight than the lexer would. */
RD_API void rd_builder_weigh(rd_builder *builder, const char *text,
                             uint32_t weight);
/* What rd_builder_finish will be asked for (RD_SQUEEZE ...), for front ends that
 * can save work by knowing it. */
RD_API void rd_builder_intend(rd_builder *builder, uint32_t prepare);
/* The text that the builder was made for: lent. */
RD_API const char *rd_builder_text(const rd_builder *builder, size_t *size_out);
/* The number of a kind; the same name gives the same number. */
RD_API uint16_t rd_builder_kind(rd_builder *builder, const char *name);
/* Opens an inner node; it ends with the matching rd_builder_close. Returns its
 * provisional id, for rd_builder_declares and rd_builder_uses (finish maps
 * them). */
RD_API uint32_t rd_builder_open(rd_builder *builder, const rd_node_spec *spec);
RD_API void rd_builder_close(rd_builder *builder);
/* Adds a leaf for bytes [begin, end); leaves come in ascending order, do not
 * overlap and are not empty (asserted). Returns its provisional id. */
RD_API uint32_t rd_builder_leaf(rd_builder *builder, const rd_node_spec *spec,
                                uint32_t begin, uint32_t end);
/* States that a value of type class `from` may stand where `to` is wanted.
 * Equal classes always may, and class 0 is compatible with all. Classes lie in
 * [0, 1024). */
RD_API void rd_builder_converts(rd_builder *builder, uint16_t to,
                                uint16_t from);
/* Freezes what was built, prepared as `prepare` (RD_SQUEEZE ...) says. Inner
 * nodes without a leaf vanish. The builder stays, empty.
 * Owner: *out is the caller's, rd_tree_free. */
RD_API rd_status rd_builder_finish(rd_tree **out, rd_builder *builder,
                                   uint32_t prepare, rd_error *err);

/* ---- reading ---- */

RD_API void rd_tree_free(rd_tree *tree);
RD_API uint32_t rd_tree_size(const rd_tree *tree); /* nodes; the root is 0 */
/* Lent until rd_tree_free. */
RD_API const rd_node *rd_tree_at(const rd_tree *tree, uint32_t node);
RD_API const char *rd_tree_text(const rd_tree *tree, size_t *size_out);
RD_API uint32_t rd_tree_leaf_count(const rd_tree *tree);
/* Node id of the leaf with this index in document order. */
RD_API uint32_t rd_tree_leaf(const rd_tree *tree, uint32_t index);
RD_API const char *rd_tree_kind_name(const rd_tree *tree, uint16_t kind);
/* RD_NONE if there is no such kind in this tree. */
RD_API uint32_t rd_tree_find_kind(const rd_tree *tree, const char *name);
/* NUL-terminated; `string` as in rd_node.phrase and rd_symbol.name. */
RD_API const char *rd_tree_string(const rd_tree *tree, uint32_t string);
/* The tokens that the string counts as a text. */
RD_API uint32_t rd_tree_weight(const rd_tree *tree, uint32_t string);
/* Filler number `index` < filler_count of the node. */
RD_API const char *rd_tree_filler(const rd_tree *tree, uint32_t node,
                                  uint32_t index);
/* First child and next sibling, or RD_NONE. */
RD_API uint32_t rd_tree_first(const rd_tree *tree, uint32_t node);
RD_API uint32_t rd_tree_next(const rd_tree *tree, uint32_t node);
/* May a value of class `from` stand where class `to` is wanted? */
RD_API bool rd_tree_converts(const rd_tree *tree, uint16_t to, uint16_t from);

/* Checks T1, T2, T3 and the node counts. On failure `err` names the first node
 * at fault. Cost: O(nodes). */
RD_API rd_status rd_tree_check(const rd_tree *tree, const rd_lexer *lexer,
                               rd_error *err);

/* The tree as an s-expression, for tests and --dump-tree:
 * (kind[?*=phrase] child ...) with leaves as quoted text; `?` marks an optional
 * node, `*` an element, `=` a phrase. Owner: caller, free(). */
RD_API char *rd_tree_to_sexp(const rd_tree *tree);

/* ---- moving between processes ---- */

/* The block that holds the whole tree, source text and symbols included: lent.
 */
RD_API const void *rd_tree_image(const rd_tree *tree, size_t *size_out);
/* A tree over a copy of such a block; a block that is no tree of this version
 * or whose offsets lead outside it: RD_ERR_INVALID. */
RD_API rd_status rd_tree_from_image(rd_tree **out, const void *image,
                                    size_t size, rd_error *err);

#ifdef __cplusplus
}
#endif
#endif
