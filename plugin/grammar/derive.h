/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Derives the children of a node of the tree from its rule again.
 *
 * A concrete syntax tree has forgotten which of its rule's parts a child stood
 * for. Taking the kinds of the children for terminals, a derivation finds it
 * out: for a rule and a first child, the *ends* that it can reach.
 */
#ifndef GRAMMAR_DERIVE_H
#define GRAMMAR_DERIVE_H

#include "rules.h"

typedef struct derivation derivation;

/* Positions among the children, ascending. Lent until the next call. */
typedef struct ends {
  const uint32_t *data;
  uint32_t count;
} ends;

/* Owner: caller, derive_free. The rules are lent until then. */
derivation *derive_new(const rules *grammar);
void derive_free(derivation *self);

/* Takes the kinds of the children of another node: lent until the next call. */
void derive_start(derivation *self, const uint32_t *kinds, uint32_t count);

/* Where the rule can end if it begins at child `at`. Empty for all rules once
 * the budget of the node is used up. Cost: O(rules * children), for grammars
 * that are not ambiguous. */
ends derive_ends(derivation *self, uint32_t rule, uint32_t at);
bool derive_can(derivation *self, uint32_t rule, uint32_t at, uint32_t end);

/* Splits [at, end) among the members of a sequence: cuts[i] is where member i
 * begins, for i in [0, count]. The sequence must be able to do it. */
void derive_cuts(uint32_t *cuts, derivation *self, uint32_t rule, uint32_t at,
                 uint32_t end);

/* Splits [at, end) among the turns of a repetition, likewise: adds where each
 * begins, and `end`. */
typedef struct turns {
  uint32_t *data;
  size_t size, capacity;
} turns;
void derive_turns(turns *out, derivation *self, uint32_t rule, uint32_t at,
                  uint32_t end);

#endif
