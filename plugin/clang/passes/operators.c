/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Replaces operators with shorter ones or equivalent forms.
 *
 * The core determines by lifting whether an operand can replace the whole
 * expression. Here the operator changes, or operator and operands change to
 * another form with fewer tokens: `a[0]` to `*a`, `(*p).f` to `p->f`, `x += 1`
 * to `x++`. The value may change: only the crash counts.
 */
#include "../shapes.h"

#include <string.h>

/* ---- shorter operators ---- */

/* Of the same kind if there is one, so that the tree keeps its shape. */
static const char *shorter_operator(const rewriter *r, uint32_t leaf)
{
  switch (rewrite_word(r, leaf)) {
  case WORD_OR_OR:
    return "|";
  case WORD_AND_AND:
    return "&";
  case WORD_SHIFT:
    return "+";
  case WORD_COMPOUND_ASSIGN:
    return "=";
  case WORD_EQUALITY:
    return "<";
  case WORD_RELATIONAL:
    return rewrite_spells(r, leaf, "<=") || rewrite_spells(r, leaf, ">=")
               ? "<"
               : NULL;
  default:
    return NULL;
  }
}

void rewrite_operator_shorter(rewriter *r)
{
  EACH_NODE (node, r) {
    uint32_t leaf = shape_operator(r, node);
    const char *text = leaf == NODE_NONE ? NULL : shorter_operator(r, leaf);
    if (!text)
      continue;
    rewrite_open(r);
    rewrite_text(r, leaf, text);
  }
}

/* ---- comparisons ---- */

/* Is it `a - 3` in `return a - 3;`, which says whether they differ? */
static bool is_difference(const rewriter *r, uint32_t node, word w)
{
  return w == WORD_MINUS && rewrite_role(r, node) == ROLE_RESULT &&
         rewrite_kind(r, rewrite_at(r, node)->parent) == KIND_RETURN;
}

/* `!a` of a comparison with a number, `~a` of `a != -1`; NULL: not so. */
static const char *negation(rewriter *r, uint32_t node)
{
  uint32_t left, right;
  if (!shape_pair(&left, &right, r, node))
    return NULL;
  uint32_t leaf = shape_operator(r, node);
  word w = rewrite_word(r, leaf);
  bool turned = rewrite_kind(r, left) == KIND_LITERAL;
  uint32_t operand = turned ? right : left, number = turned ? left : right;
  bool differs = rewrite_spells(r, leaf, "!=");
  bool all = differs && strcmp(rewrite_source(r, number), "-1") == 0;
  bool compares = w == WORD_EQUALITY || w == WORD_RELATIONAL ||
                  (!turned && is_difference(r, node, w));
  bool binds = shape_is_primary(r, operand) ||
               rewrite_kind(r, operand) == KIND_DEREFERENCE;
  if (!compares || !binds || rewrite_tokens(r, operand) == 0 ||
      !(all || (!differs && rewrite_kind(r, number) == KIND_LITERAL)))
    return NULL;
  return rewrite_format(r, "%s%s", all ? "~" : "!", rewrite_source(r, operand));
}

void rewrite_comparison_to_not(rewriter *r)
{
  EACH_NODE (node, r) {
    const char *text = negation(r, node);
    uint32_t parent = rewrite_at(r, node)->parent;
    if (!text)
      continue;
    rewrite_open(r);
    rewrite_text(r, rewrite_kind(r, parent) == KIND_PARENS ? parent : node,
                 text);
  }
}

/* ---- assignments ---- */

/* `x = e` and `x += e` become `x++` if e is a token: a larger one can be
 * reduced first. */
void rewrite_assignment_to_increment(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_ASSIGN) {
    uint32_t left, right;
    if (!shape_pair(&left, &right, r, node) || rewrite_tokens(r, right) != 1 ||
        !shape_is_primary(r, left))
      continue;
    uint32_t leaf = shape_operator(r, node);
    bool minus = rewrite_spells(r, leaf, "-=");
    rewrite_open(r);
    rewrite_text(r, leaf, minus ? "--" : "++");
    rewrite_drop(r, right);
  }
}

/* Is it `to = value`, or `++` with an operand? *value: NODE_NONE then. */
static bool assigns(uint32_t *to, uint32_t *value, const rewriter *r,
                    uint32_t node)
{
  syntax_kind kind = rewrite_kind(r, node);
  *value = NODE_NONE;
  if (kind == KIND_ASSIGN)
    return shape_pair(to, value, r, node) &&
           rewrite_word(r, shape_operator(r, node)) == WORD_ASSIGN;
  *to = shape_operand(r, node);
  return (kind == KIND_POSTFIX || kind == KIND_UNARY) && *to != NODE_NONE &&
         shape_leaf(r, node, WORD_INCREMENT, 0) != NODE_NONE;
}

/* The assignment right behind this one: behind a comma, or in the next statement. */
static uint32_t assignment_behind(const rewriter *r, uint32_t node)
{
  uint32_t parent = rewrite_at(r, node)->parent;
  if (rewrite_kind(r, parent) == KIND_COMMA &&
      rewrite_child(r, parent, 0) == node)
    return rewrite_child(r, parent, 2);
  if (rewrite_kind(r, parent) != KIND_EXPRESSION_STATEMENT)
    return NODE_NONE;
  uint32_t next = rewrite_at(r, parent)->next;
  return rewrite_kind(r, next) == KIND_EXPRESSION_STATEMENT
             ? rewrite_child(r, next, 0)
             : NODE_NONE;
}

/* Puts a chain for the first of two assignments, which drops what is between them
 * and the second. */
static void offer_chain(rewriter *r, uint32_t first, uint32_t second,
                        uint32_t to, uint32_t assignment)
{
  uint32_t parent = rewrite_at(r, second)->parent;
  rewrite_open(r);
  rewrite_print(r, first, "%s = %s", rewrite_source(r, to),
                rewrite_source(r, assignment));
  if (rewrite_kind(r, parent) == KIND_COMMA) {
    rewrite_drop(r, rewrite_at(r, second)->prev);
    rewrite_drop(r, second);
  } else
    shape_remove_statement(r, parent);
}

static bool is_constant(const rewriter *r, uint32_t value)
{
  return value == NODE_NONE || rewrite_kind(r, value) == KIND_LITERAL;
}

/* `a = b; c = 1;` becomes `c = a = b;`, and `c = 1; a = b;` becomes `c = a = b;`: a
 * constant or an increment goes. */
void rewrite_assignments_chained(rewriter *r)
{
  EACH_NODE (node, r) {
    uint32_t to, value, next_to, next_value;
    uint32_t next = assignment_behind(r, node);
    if (next == NODE_NONE || !assigns(&to, &value, r, node) ||
        !assigns(&next_to, &next_value, r, next) || shape_equal(r, to, next_to))
      continue;
    if (value != NODE_NONE && is_constant(r, next_value))
      offer_chain(r, node, next, next_to, node);
    if (next_value != NODE_NONE && is_constant(r, value))
      offer_chain(r, node, next, to, next);
  }
}

/* `x = x + e` becomes `x += e`. */
void rewrite_assignment_compound(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_ASSIGN) {
    uint32_t left, right, first, second;
    if (!shape_pair(&left, &right, r, node) ||
        rewrite_word(r, shape_operator(r, node)) != WORD_ASSIGN ||
        !shape_pair(&first, &second, r, right) || !shape_equal(r, left, first))
      continue;
    syntax_kind kind = rewrite_kind(r, right);
    if (kind != KIND_ADDITIVE && kind != KIND_MULTIPLICATIVE &&
        kind != KIND_SHIFT && kind != KIND_BIT_AND && kind != KIND_BIT_OR &&
        kind != KIND_BIT_XOR)
      continue;
    const char *name = rewrite_source(r, shape_operator(r, right));
    rewrite_open(r);
    rewrite_print(r, shape_operator(r, node), "%s=", name);
    rewrite_lift(r, right, second);
  }
}

/* ---- conditional ---- */

/* `a ? b : c` becomes `a && b`, or `a || c`. */
static void offer_logical(rewriter *r, uint32_t node, bool first)
{
  uint32_t question = shape_leaf(r, node, WORD_QUESTION, 0);
  uint32_t colon = shape_leaf(r, node, WORD_COLON, 0);
  rewrite_open(r);
  rewrite_text(r, question, first ? "&&" : "||");
  rewrite_drop(r, rewrite_child(r, node, first ? 4 : 2));
  rewrite_drop(r, colon);
}

static bool can_be_logical(const rewriter *r, uint32_t operand)
{
  return shape_is_operand(r, operand) && shape_is_truth(r, operand);
}

/* Does it have three operands and no more? */
static bool is_plain(const rewriter *r, uint32_t node)
{
  return rewrite_child(r, node, 4) != NODE_NONE &&
         shape_leaf(r, node, WORD_QUESTION, 0) == rewrite_child(r, node, 1) &&
         shape_leaf(r, node, WORD_COLON, 0) == rewrite_child(r, node, 3);
}

/* `a ? 0 : c` becomes `!a`. */
static void offer_not(rewriter *r, uint32_t node)
{
  uint32_t condition = rewrite_child(r, node, 0);
  const char *format = shape_is_primary(r, condition) ? "!%s" : "!(%s)";
  uint32_t parent = rewrite_at(r, node)->parent;
  bool wrapped = rewrite_kind(r, parent) == KIND_PARENS;
  rewrite_open(r);
  rewrite_text(r, wrapped ? parent : node,
               rewrite_format(r, format, rewrite_source(r, condition)));
}

void rewrite_conditional_to_logical(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_CONDITIONAL) {
    bool plain = is_plain(r, node);
    int64_t zero;
    if (plain && rewrite_integer(&zero, r, rewrite_child(r, node, 2)) && !zero)
      offer_not(r, node);
    if (plain && can_be_logical(r, rewrite_child(r, node, 2)))
      offer_logical(r, node, true);
    if (plain && can_be_logical(r, rewrite_child(r, node, 4)))
      offer_logical(r, node, false);
  }
}

/* `!a ? b : c` becomes `a ? c : b`. */
void rewrite_negation_swapped(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_CONDITIONAL) {
    uint32_t condition = rewrite_child(r, node, 0);
    if (!is_plain(r, node) ||
        shape_leaf(r, condition, WORD_NOT, 0) == NODE_NONE ||
        shape_operand(r, condition) == NODE_NONE)
      continue;
    uint32_t first = rewrite_child(r, node, 2);
    uint32_t second = rewrite_child(r, node, 4);
    if (!shape_is_operand(r, first))
      continue;
    rewrite_open(r);
    rewrite_lift(r, condition, shape_operand(r, condition));
    rewrite_text(r, first, rewrite_source(r, second));
    rewrite_text(r, second, rewrite_source(r, first));
  }
}

/* ---- pointers ---- */

/* `a[i]` becomes `*a`. */
void rewrite_subscript_to_star(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_SUBSCRIPT) {
    uint32_t array = rewrite_child(r, node, 0);
    if (!rewrite_has_tokens(r, array) || shape_has_suffix(r, node))
      continue;
    rewrite_open(r);
    rewrite_print(r, node, "*%s", rewrite_source(r, array));
  }
}

/* `&a[i]` becomes `a + i`. */
void rewrite_address_to_sum(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_UNARY) {
    uint32_t place = shape_operand(r, node), index = rewrite_child(r, place, 2);
    if (shape_leaf(r, node, WORD_AND, 0) == NODE_NONE ||
        rewrite_kind(r, place) != KIND_SUBSCRIPT ||
        !shape_stands_open(r, node) ||
        rewrite_child(r, place, 3) == NODE_NONE ||
        rewrite_child(r, place, 4) != NODE_NONE ||
        (rewrite_kind(r, index) != KIND_ADDITIVE && !shape_is_term(r, index)))
      continue;
    rewrite_open(r);
    rewrite_drop(r, shape_leaf(r, node, WORD_AND, 0));
    rewrite_text(r, rewrite_child(r, place, 1), "+");
    rewrite_drop(r, rewrite_child(r, place, 3));
  }
}
