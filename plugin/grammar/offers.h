/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rewrites of the front end for grammars. */
#ifndef GRAMMAR_OFFERS_H
#define GRAMMAR_OFFERS_H

#include <string.h>

#include "base/text.h"
#include "ir_types.h"
#include "reduce/rewrites.h"

/* All of them; ends with a row without a name. */
extern const rd_rule grammar_rules[];

/* Where a node of the tree stands, and what it stands for. */
typedef struct offer_place {
  uint32_t rule; /* of the place; RULE_NONE: unknown */
  uint32_t own;  /* the rule that mentions it; RULE_NONE: unknown */
  uint32_t goes; /* of a definition's name: the id that goes with it; RD_NONE:
                    none does */
  uint32_t all; /* of the only element of a list that needs one: the id that may
                    be left out with it; RD_NONE: none may */
  bool is_element;
} offer_place;

/* What they are made from: a tree that is in the builder. */
typedef struct offers {
  const syntax *lang;
  const cst *tree;
  const name *names;         /* by node */
  const ir_type *types;      /* by node; NULL: it has none */
  const uint32_t *ids;       /* by node: the builder's id, or RD_NONE */
  const uint32_t *around;    /* by leaf: the id of the node around it */
  const offer_place *places; /* by node */
  const uint32_t *parent;    /* by node */
  const char *text;
} offers;

static inline bool offers_is(const offers *self, uint32_t node,
                             const char *type)
{
  return strcmp(syntax_name(self->lang, cst_at(self->tree, node)), type) == 0;
}

static inline uint32_t offers_end(const offers *self, uint32_t node)
{
  return node + cst_at(self->tree, node)->size;
}

/* Adds the text of a node. */
static inline void offers_add_text(textbuf *out, const offers *self,
                                   uint32_t node)
{
  const cst_node *at = cst_at(self->tree, node);
  text_add(out, self->text + at->begin, at->end - at->begin);
}

/* Does the leaf name a field of a record and a variable that sets it at once? */
bool offers_is_short(const offers *self, uint32_t leaf);

/* Does the place of a node accept another, according to the grammar? A name
 * stands only for one of its kind. */
bool offers_fits(const offers *self, uint32_t place, uint32_t node);

/* Offers all that there are for the language; finds the parents. */
void offers_make(rd_builder *builder, offers of);

/* Offers to give all that is numbered a name, in one rewrite. */
void values_offer(rd_builder *builder, const offers *of, uint32_t effect);

/* Offers to put parts of the elements of lists for them. */
void parts_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to make one tag of elements without content. */
void tags_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to shorten strings and numbers. */
void shortened_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to shorten lists, strings and numbers of one extent together. */
void extents_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to put an arm of a match, or what an `if let` does, for the whole. */
void arms_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to put arguments of macros for them. */
void macros_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to put the only method of an impl for it. */
void methods_offer(rd_builder *builder, const offers *of, uint32_t number);
/* Likewise for methods of Go without their receiver. */
void methods_offer_go(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to drop fields of records with what sets them. */
void fields_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to drop the metadata of LLVM IR. */
void metadata_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to change aggregate types wherever they are spelled. */
void types_offer(rd_builder *builder, const offers *of, uint32_t number);

/* The rules about branches between blocks, in the order of their numbers. */
enum {
  BRANCH_PAST,
  BRANCH_ENDS,
  BRANCH_FIRST,
  BRANCH_LAST,
  BRANCH_JOINED,
  BRANCH_THROUGH,
  BRANCH_RULES
};
void branches_offer(rd_builder *builder, const offers *of,
                    const uint32_t numbers[BRANCH_RULES]);

/* Offers to put the shortest use of a variable for a statement, where the language
 * wants each to be used. */
void uses_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to put parts of definitions for the uses of their names. */
void inline_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to drop columns of SQL with their values. */
void columns_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to drop type parameters with their arguments. */
void generics_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to put constants or parameters for values that are computed. */
void constants_offer(rd_builder *builder, const offers *of, uint32_t constant,
                     uint32_t parameter);

/* Offers to put plain operations for calls. */
void operations_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to drop the results of functions. */
void returns_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to drop one of several results of functions of Go. */
void several_offer(rd_builder *builder, const offers *of, uint32_t number);

/* Offers to drop parameters with their arguments, and to put a function for its
 * only call. */
void calls_offer(rd_builder *builder, const offers *of, uint32_t dropped,
                 uint32_t inlined);

#endif
