/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The interface of the C passes in passes/: their inputs, and how they offer
 * rewrites.
 *
 * A pass scans the whole syntax once and adds rewrites (reduce/rewrites.h); it
 * runs no tests and changes nothing. One pass may have several rules, one per
 * effect; a new effect is a row of rewrites.def and a function in a file of
 * passes/. Cost: O(nodes) per rule; the text has at most some ten thousand.
 */
#ifndef CLANG_REWRITE_H
#define CLANG_REWRITE_H

#include "build.h"
#include "reduce/rewrites.h"

enum {
#define RULE(function, name, flags, description, source) RULE_##function,
#include "rewrites.def"
#undef RULE
  RULE_COUNT
};

/* The inputs of a pass; all borrowed. */
typedef struct rewriter {
  build *b;
  const syntax *s;
  const semantics *f;
  uint32_t numbers[RULE_COUNT]; /* the builder's numbers, by RULE_... */
  int rule;                     /* RULE_... of the current rule */
  strings pool;                 /* texts; live as long as the rewriter */
  uint32_t *first_mention;      /* by symbol: the first leaf that names it */
  uint32_t *next_mention; /* by leaf: the next one that names its symbol */
  bool *named_elsewhere;  /* by symbol: occurs in a directive or a string */
} rewriter;

typedef void rewrite_pass(rewriter *r);
#define RULE(function, name, flags, description, source)                       \
  rewrite_pass rewrite_##function;
#include "rewrites.def"
#undef RULE

/* All rules, terminated by a row without a name. */
extern const rd_rule rewrite_rules[];
/* Names the rules in the builder; runs the passes if it wants rewrites. */
void rewrite_all(build *b);

/* ---- adding ---- */

/* Opens a rewrite of the current rule; subsequent edits belong to it. Nodes are
 * syntax nodes. */
void rewrite_open(rewriter *r);
void rewrite_drop(rewriter *r, uint32_t node);
void rewrite_text(rewriter *r, uint32_t node, const char *text);
void rewrite_print(rewriter *r, uint32_t node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* `descendant` must be a proper descendant of the node. */
void rewrite_lift(rewriter *r, uint32_t node, uint32_t descendant);
/* A text that lives as long as the rewriter. */
const char *rewrite_format(rewriter *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- looking ---- */

static inline const syntax_node *rewrite_at(const rewriter *r, uint32_t node)
{
  return &r->s->nodes.data[node];
}

static inline uint32_t rewrite_node_count(const rewriter *r)
{
  return (uint32_t)r->s->nodes.size;
}

static inline const symbol_fact *rewrite_fact(const rewriter *r,
                                              uint32_t symbol)
{
  return &r->f->symbols.data[symbol];
}

/* ---- walking ---- */

/* Iterate over all symbols; over all nodes with tokens, or those of a kind;
 * over the children of a node; over a node and its subtree. In document order.
 */
#define EACH_SYMBOL(symbol, r)                                                 \
  for (uint32_t symbol = 0; symbol < (r)->f->symbols.size; symbol++)
#define EACH_OF_KIND(node, r, kind)                                            \
  for (uint32_t node = rewrite_find(r, kind, 0); node != NODE_NONE;            \
       node = rewrite_find(r, kind, node + 1))
#define EACH_NODE(node, r) EACH_OF_KIND (node, r, KIND_COUNT)
#define EACH_CHILD(at, r, node)                                                \
  for (uint32_t at = rewrite_child(r, node, 0); at != NODE_NONE;               \
       at = rewrite_at(r, at)->next)
#define EACH_BELOW(at, r, node)                                                \
  for (uint32_t at = node; at != NODE_NONE; at = rewrite_next(r, at, node))

/* Iterate over all leaves that name a symbol, including its declarations, in
 * document order; over those after one of them. Names in directives or strings
 * are not included. */
#define EACH_MENTION(leaf, r, symbol)                                          \
  for (uint32_t leaf = (r)->first_mention[symbol]; leaf != NODE_NONE;          \
       leaf = (r)->next_mention[leaf])
#define EACH_LATER_MENTION(leaf, r, first)                                     \
  for (uint32_t leaf = (r)->next_mention[first]; leaf != NODE_NONE;            \
       leaf = (r)->next_mention[leaf])

/* The first node at or after `from` that has tokens and this kind (KIND_COUNT:
 * any), or NODE_NONE. */
uint32_t rewrite_find(const rewriter *r, syntax_kind kind, uint32_t from);

/* NODE_NONE has kind KIND_COUNT, role ROLE_COUNT, no tokens, no children. */
syntax_kind rewrite_kind(const rewriter *r, uint32_t node);
syntax_role rewrite_role(const rewriter *r, uint32_t node);
/* A node without tokens is not in the tree: no edit may refer to it. */
bool rewrite_has_tokens(const rewriter *r, uint32_t node);
static inline uint32_t rewrite_tokens(const rewriter *r, uint32_t node)
{
  return rewrite_at(r, node)->end - rewrite_at(r, node)->first;
}
/* The child number `index`, from 0, or NODE_NONE. */
uint32_t rewrite_child(const rewriter *r, uint32_t node, uint32_t index);
/* The first child with this kind or role, or NODE_NONE. */
uint32_t rewrite_child_of_kind(const rewriter *r, uint32_t node,
                               syntax_kind kind);
uint32_t rewrite_child_in_role(const rewriter *r, uint32_t node,
                               syntax_role role);
/* Innermost node of this kind that is or contains the node, or NODE_NONE. */
uint32_t rewrite_around(const rewriter *r, uint32_t node, syntax_kind kind);
bool rewrite_is_inside(const rewriter *r, uint32_t node, uint32_t ancestor);
/* The next node in document order outside this subtree. */
uint32_t rewrite_behind(const rewriter *r, uint32_t node);
/* The node after `at` in document order, within the subtree of `root`. */
uint32_t rewrite_next(const rewriter *r, uint32_t at, uint32_t root);
uint32_t rewrite_first_leaf(const rewriter *r, uint32_t node);

/* The word (words.def) of a leaf; WORD_NONE for names, literals and strings. */
word rewrite_word(const rewriter *r, uint32_t leaf);
bool rewrite_spells(const rewriter *r, uint32_t leaf, const char *text);
/* The source of the node, from its first to its last byte; empty if it has no
 * tokens. Lives as long as the rewriter. */
const char *rewrite_source(rewriter *r, uint32_t node);
/* The bytes of the text that it takes: half open. */
uint32_t rewrite_begin(const rewriter *r, uint32_t node);
uint32_t rewrite_end(const rewriter *r, uint32_t node);
/* The same with replacement texts for some nodes in it (disjoint, in document
 * order; an empty text omits the node), surrounded by blanks. */
typedef struct rewrite_part {
  uint32_t node;
  const char *text;
} rewrite_part;
typedef ARRAY(rewrite_part) rewrite_parts;
const char *rewrite_composed(rewriter *r, uint32_t node,
                             const rewrite_part *parts, size_t count);
/* The same with another text for one node, or unchanged (NODE_NONE). */
const char *rewrite_without(rewriter *r, uint32_t node, uint32_t part,
                            const char *instead);

/* ---- meaning ---- */

/* The symbol that a leaf names (facts.symbols), or FACT_NONE. */
uint32_t rewrite_symbol(const rewriter *r, uint32_t leaf);
/* Mention number `index` of the symbol, from 0, or NODE_NONE; their number. */
uint32_t rewrite_mention(const rewriter *r, uint32_t symbol, uint32_t index);
size_t rewrite_mention_count(const rewriter *r, uint32_t symbol);
/* Does the leaf declare the symbol that it names? */
bool rewrite_declares(const rewriter *r, uint32_t leaf);
/* Does the symbol also occur in a directive or a string, so that edits of its
 * mentions do not reach all of them? */
bool rewrite_is_named_elsewhere(const rewriter *r, uint32_t symbol);
/* The type of an expression before and after implicit conversion; NULL if
 * unknown. */
const type_fact *rewrite_type(const rewriter *r, uint32_t node);
const type_fact *rewrite_converted_type(const rewriter *r, uint32_t node);
/* The spelling of a type; lives as long as the rewriter. */
const char *rewrite_spelling(rewriter *r, CXType type);
/* The value of an integer literal; false if it is not one, or is above
 * INT64_MAX. */
bool rewrite_integer(int64_t *out, const rewriter *r, uint32_t literal);

#endif
