/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of statements and expressions, for passes. */
#ifndef CLANG_SHAPES_H
#define CLANG_SHAPES_H

#include "rewrite.h"

/* The parts of an `if`, a loop or a `switch`; NODE_NONE if one is missing.
 * `init` is a declaration or an expression, `body` a statement, `other` the
 * `else` with its statement. */
typedef struct shape_parts {
  uint32_t init, condition, step, body, other;
} shape_parts;

/* False for any other statement, or if some tokens belong to no part. Only
 * `for` may lack a condition. */
bool shape_find_parts(shape_parts *out, const rewriter *r, uint32_t node);

/* Child leaf number `index` (from 0) that is this word, or NODE_NONE. */
uint32_t shape_leaf(const rewriter *r, uint32_t node, word w, uint32_t index);
/* The operator between the first two operands of a binary expression or an
 * assignment, or NODE_NONE. */
uint32_t shape_operator(const rewriter *r, uint32_t node);
/* The operand of a unary operator: the only child that is not punctuation;
 * NODE_NONE if there are more. */
uint32_t shape_operand(const rewriter *r, uint32_t node);
/* The operands of a node with exactly two of them; otherwise false. */
bool shape_pair(uint32_t *left, uint32_t *right, const rewriter *r,
                uint32_t node);

/* Do both have the same tokens? */
bool shape_equal(const rewriter *r, uint32_t left, uint32_t right);
/* The same, where token number `but` (from 0) may differ. */
bool shape_equal_but(const rewriter *r, uint32_t left, uint32_t right,
                     uint32_t but);
/* Does it bind as strongly as a name: a name, a call, `a[i]`, `a.b`, (...)? */
bool shape_is_primary(const rewriter *r, uint32_t node);
/* Can it be a term of a sum without parentheses? */
bool shape_is_term(const rewriter *r, uint32_t node);
/* The text, in parentheses unless the expression that it is put for or made of
 * binds as strongly as a name. */
const char *shape_in_parens(rewriter *r, uint32_t expression, const char *text);
/* Can it be replaced, without parentheses, by an expression with any operator
 * except a comma or an assignment? */
bool shape_stands_open(const rewriter *r, uint32_t node);
/* Can it be an operand of `&&` or `?:` without parentheses? */
bool shape_is_operand(const rewriter *r, uint32_t node);
/* Can it be the last operand of `?:` without parentheses? */
bool shape_is_alternative(const rewriter *r, uint32_t node);
/* Is it nothing that its type keeps from being an operand of `&&`? */
bool shape_is_truth(const rewriter *r, uint32_t node);
/* Is it followed by a suffix, which binds more strongly than `*` and `&`? */
bool shape_has_suffix(const rewriter *r, uint32_t node);
/* The plain assignment (`=`) to the leaf, or NODE_NONE. */
uint32_t shape_assignment(const rewriter *r, uint32_t leaf);
/* Is it an expression statement, `return`, declaration ... in a block, so that
 * it can be removed or become several? */
bool shape_is_listed(const rewriter *r, uint32_t node);

/* The next node in document order: the first child if `into`, otherwise the
 * node after this one. For walks up to rewrite_behind of the start. */
uint32_t shape_next(const rewriter *r, uint32_t node, bool into);

/* Adds edits that remove a statement wherever it is. */
void shape_remove_statement(rewriter *r, uint32_t node);
/* Adds edits that remove each `break` (and `continue`, of a loop) that leaves
 * the statement, and each label of a `switch`. Returns their number; `dry` only
 * counts. */
size_t shape_open_jumps(rewriter *r, uint32_t node, uint32_t body, bool dry);
/* Adds an edit that drops the leaf, unless it is NODE_NONE. */
void shape_drop(rewriter *r, uint32_t node);

#endif
