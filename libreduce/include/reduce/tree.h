/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The frozen tree that a reduction works on, and the builder that makes one.
 *
 * A tree belongs to one source text. Every token of the text is exactly one
 * leaf (T2); the bytes between two tokens (white space) belong to no node.
 * Rendering the tree without edits reproduces the text byte for byte (T1);
 * spans nest and are ordered (T3). Nodes are numbered in document order: a node
 * comes before its children, and its subtree is the range [node, node +
 * at->size). The whole tree is one block of memory without pointers, so that
 * another process can build it and share it by mapping.
 *
 * libreduce knows no language. A front end stores its knowledge in a node as
 * data: the place that it fills, the phrases that may replace it, its sorts,
 * and its type class.
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

/* The role of a node in its parent, which determines how it is pruned. */
typedef enum rd_place {
  RD_REQUIRED, /* pruned to its phrase; kept if it has none */
  RD_OPTIONAL, /* pruned to nothing */
  RD_ELEMENT,  /* pruned to nothing together with one separator */
} rd_place;

/* Flags of a node. */
enum {
  RD_LIST = 1u << 0,       /* children are elements, with or without separators;
                              renders as its phrase when no element is left */
  RD_PUNCT = 1u << 1,      /* punctuation: never a unit of reduction */
  RD_SEPARATOR = 1u << 2,  /* punctuation between two elements of a list;
                              rendered only between remaining elements */
  RD_LINE = 1u << 3,       /* must not share its lines (a directive) */
  RD_COMMENT = 1u << 4,    /* a comment: a leaf without weight, which can be
                              left out unless it is required */
  RD_RECURSIVE = 1u << 5,  /* may be flattened into a parent of equal kind */
  RD_HIDDEN = 1u << 6,     /* not a unit: its phrase equals its text */
  RD_GENERIC = 1u << 7,    /* built from balanced tokens, not from syntax
                              (T4) */
  RD_BODY = 1u << 8,       /* the body of a definition; its first filler turns
                              the definition into a declaration, or its second
                              does once no word of it is RD_INTERNAL */
  RD_DEFINITION = 1u << 9, /* a definition or declaration of symbols.h */
  RD_RAW = 1u << 10,      /* bytes, not a token: no white space is added next to
                            it */
  RD_INITIAL = 1u << 11,  /* the initial value of a definition, which remains a
                            definition without it */
  RD_INTERNAL = 1u << 12, /* a word that hides a definition from other files, so
                            the definition matters only if this file uses it */
  RD_BY_LINES = 1u << 13, /* of the root, or with RD_GENERIC of a text in a
                             string: no syntax is known, and lines say what
                             belongs together */
  RD_QUALIFIER = 1u << 13,  /* of others: says where to look for the name behind
                              it, which means nothing if it goes */
  RD_REDECLARED = 1u << 15, /* a definition of what is declared elsewhere: it
                               goes where others lose their bodies */
  RD_LAYOUT = 1u << 14 /* of the root of a text, and then of all nodes in it:
                          line ends and indentation are syntax. What is lifted
                          or put there is indented as its place, and no line
                          ends where none did */
};

/* One node. 64 bytes. */
typedef struct rd_node {
  uint32_t begin, end; /* bytes [begin, end) of the source */
  uint32_t parent;     /* RD_NONE for the root */
  uint32_t size;       /* nodes in the subtree, at least 1 */
  uint32_t token;      /* index of the first leaf in document order */
  uint32_t leaves;     /* leaves in the subtree */
  uint32_t tokens;     /* sum of the leaves' weights: the measure */
  uint32_t phrase;     /* string: shortest grammatical text for the place, may
                          be empty; RD_NONE: no phrase */
  uint32_t fillers;    /* first of the typed phrases in rd_tree_filler */
  uint32_t sorts;      /* a set, for rd_tree_fits: the sorts of this node (all
                          labels of its chain) */
  uint32_t accepts;    /* a set: sorts that may be lifted to this place */
  uint16_t filler_count;
  uint16_t kind; /* index for rd_tree_kind_name */
  uint16_t type; /* type class of the value, 0: none or unknown */
  uint16_t want; /* type class that the place requires, 0: any */
  uint16_t flags;
  uint8_t place;      /* rd_place */
  uint8_t depth_hint; /* reserved, 0 */
} rd_node;

typedef struct rd_tree rd_tree;

/* Preparations that rd_builder_finish applies to the front end's tree; bits. */
enum {
  RD_SQUEEZE = 1u << 0, /* merge a node with its only child; the result keeps
                           the sorts of both and the outer place */
  RD_FLATTEN = 1u << 1, /* lift RD_RECURSIVE children of equal kind */
  RD_HIDE = 1u << 2,    /* hide nodes whose phrase equals their own text */
  RD_PREPARE_ALL = 7,
  RD_REWRITES = 1u << 3, /* ask the front end for rewrites (rewrites.h), */
  RD_REWRITES_LARGE = 1u << 4, /* even if the text is large */
  RD_MONITOR = 1u << 5 /* with them a program that says what values the text
                          computes (rewrites.h) */
};

/* ---- building ---- */

typedef struct rd_builder rd_builder;

/* A front end's description of a node; zero means: required, no phrase, no
 * sort. */
typedef struct rd_node_spec {
  uint16_t kind; /* from rd_builder_kind */
  uint16_t flags;
  uint8_t place; /* rd_place */
  uint16_t type, want;
  uint32_t weight; /* of a leaf: the number of tokens it counts as; 0: one, or
                      none for a comment */
  uint32_t sorts, accepts;    /* from rd_builder_sorts or rd_builder_sort_bits;
                              0: the empty set */
  const char *phrase;         /* NULL: none; copied */
  const char *const *fillers; /* NULL-terminated or NULL; copied; shortest or
                                 likeliest first */
} rd_node_spec;

/* A builder for `text` (lent until rd_builder_free; size < 2^32 - 1).
 * Owner: the caller, rd_builder_free. */
RD_API rd_builder *rd_builder_new(const char *text, size_t size);
RD_API void rd_builder_free(rd_builder *builder);
/* Sets the lexer that weighs phrases, fillers, rewrite texts and symbols' names: how
 * many tokens each counts as when it replaces a node. Call it before the first of
 * these is added. Lent until rd_builder_free; NULL, the default: the plain one. */
RD_API void rd_builder_lexer(rd_builder *builder, const rd_lexer *lexer);
/* Overrides the lexer's weight for one of these texts. */
RD_API void rd_builder_weigh(rd_builder *builder, const char *text,
                             uint32_t weight);
/* Announces the `prepare` of rd_builder_finish (RD_SQUEEZE ...), for front ends
 * that can save work by knowing it. */
RD_API void rd_builder_intend(rd_builder *builder, uint32_t prepare);
/* Announces the kinds of habits (rd_diagnostics.habit_kinds) that a text made
 * of the tree may have; others are not worth offering. Default: all. */
RD_API void rd_builder_permit(rd_builder *builder, uint16_t habit_kinds);
RD_API uint16_t rd_builder_permitted(const rd_builder *builder);
/* The text that the builder was made for: lent. */
RD_API const char *rd_builder_text(const rd_builder *builder, size_t *size_out);
/* The number of a kind; the same name gives the same number. */
RD_API uint16_t rd_builder_kind(rd_builder *builder, const char *name);
/* The number of a set of sorts, which are numbers of the front end's choice;
 * equal sets have equal numbers, and 0 is the empty one. Small numbers, and
 * neighbours for what is tested together, keep sets short. */
RD_API uint32_t rd_builder_sorts(rd_builder *builder, const uint16_t *sorts,
                                 size_t count);
/* The same for the sorts below 32, as bits. */
RD_API uint32_t rd_builder_sort_bits(rd_builder *builder, uint32_t bits);
/* Opens an inner node; it ends with the matching rd_builder_close. Returns its
 * provisional id, for rd_builder_declares and rd_builder_uses
 * (rd_builder_finish maps ids). */
RD_API uint32_t rd_builder_open(rd_builder *builder, const rd_node_spec *spec);
RD_API void rd_builder_close(rd_builder *builder);
/* Adds a leaf for bytes [begin, end); leaves must be in ascending order,
 * disjoint and not empty (asserted). Returns its provisional id. */
RD_API uint32_t rd_builder_leaf(rd_builder *builder, const rd_node_spec *spec,
                                uint32_t begin, uint32_t end);
/* States that a value of type class `from` may fill a place that requires `to`.
 * Equal classes always may, and class 0 is compatible with all. Classes lie in
 * [0, 1024). */
RD_API void rd_builder_converts(rd_builder *builder, uint16_t to,
                                uint16_t from);
/* Freezes the tree after the preparations in `prepare` (RD_SQUEEZE ...). Inner
 * nodes without a leaf vanish. The builder remains, empty. Owner: *out is the
 * caller's, rd_tree_free. */
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
/* NUL-terminated; `string` as in rd_node.phrase and rd_symbol.name. */
RD_API const char *rd_tree_string(const rd_tree *tree, uint32_t string);
/* The number of tokens that the string counts as: one that may stand in a text, so not
 * only the name of a kind or a rule. */
RD_API uint32_t rd_tree_weight(const rd_tree *tree, uint32_t string);
/* Filler number `index` < filler_count of the node. */
RD_API const char *rd_tree_filler(const rd_tree *tree, uint32_t node,
                                  uint32_t index);
/* First child and next sibling, or RD_NONE. */
RD_API uint32_t rd_tree_first(const rd_tree *tree, uint32_t node);
RD_API uint32_t rd_tree_next(const rd_tree *tree, uint32_t node);
/* Do two sets of sorts meet, such as the `accepts` of a place and the `sorts` of
 * what is to be lifted there? */
RD_API bool rd_tree_fits(const rd_tree *tree, uint32_t accepts, uint32_t sorts);
/* May a value of class `from` fill a place that requires class `to`? */
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
/* A tree over a copy of such a block. RD_ERR_INVALID: the block is not a tree
 * of this version, or its offsets lead outside it. */
RD_API rd_status rd_tree_from_image(rd_tree **out, const void *image,
                                    size_t size, rd_error *err);

#ifdef __cplusplus
}
#endif
#endif
