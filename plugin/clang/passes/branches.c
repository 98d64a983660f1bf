/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `if`, loops and `switch`: unwraps, simplifies or joins them.
 *
 * The core lifts a body or a branch by itself. It cannot keep the condition
 * beside the body, nor lift a body that contains `break` or `case`, since these
 * have no meaning outside; and it knows no other kind of statement that would
 * do. A condition that is a single token is not worth keeping.
 */
#include "../shapes.h"

/* ---- to a straight line ---- */

/* A body in braces becomes its statements. */
static void open_block(rewriter *r, uint32_t body)
{
  if (rewrite_kind(r, body) != KIND_COMPOUND)
    return;
  uint32_t list = rewrite_child_of_kind(r, body, KIND_STATEMENTS);
  if (rewrite_has_tokens(r, list))
    rewrite_lift(r, body, list);
  else
    rewrite_drop(r, body);
}

static bool is_worth(const rewriter *r, uint32_t expression)
{
  return expression != NODE_NONE && rewrite_tokens(r, expression) > 1;
}

/* An expression in the head becomes a statement that ends with `semicolon`, or
 * is removed with it. */
static void keep_in_line(rewriter *r, uint32_t expression, uint32_t semicolon,
                         bool keep)
{
  if (keep && is_worth(r, expression)) {
    if (rewrite_word(r, semicolon) != WORD_SEMICOLON)
      rewrite_text(r, semicolon, ";");
    return;
  }
  shape_drop(r, expression);
  rewrite_drop(r, semicolon);
}

/* Drops what is behind the first word of a head: C++'s `constexpr`, and `(`. */
static void drop_opening(rewriter *r, uint32_t node)
{
  shape_drop(r, shape_leaf(r, node, WORD_CONSTEXPR, 0));
  rewrite_drop(r, shape_leaf(r, node, WORD_OPEN_PAREN, 0));
}

static void open_head(rewriter *r, uint32_t node, const shape_parts *parts,
                      bool keep)
{
  uint32_t close = shape_leaf(r, node, WORD_CLOSE_PAREN, 0);
  rewrite_drop(r, rewrite_child(r, node, 0));
  drop_opening(r, node);
  if (rewrite_kind(r, node) == KIND_FOR) {
    keep_in_line(r, parts->init, shape_leaf(r, node, WORD_SEMICOLON, 0), keep);
    keep_in_line(r, parts->condition, shape_leaf(r, node, WORD_SEMICOLON, 1),
                 keep);
    keep_in_line(r, parts->step, close, keep);
    return;
  }
  keep_in_line(r, parts->condition, close, keep);
  if (rewrite_kind(r, node) != KIND_DO)
    return;
  rewrite_drop(r, shape_leaf(r, node, WORD_WHILE, 0));
  if (is_worth(r, parts->condition) && keep)
    rewrite_drop(r, shape_leaf(r, node, WORD_SEMICOLON, 0));
  else
    shape_drop(r, shape_leaf(r, node, WORD_SEMICOLON, 0));
}

static void offer_straight(rewriter *r, uint32_t node, const shape_parts *parts,
                           bool keep)
{
  rewrite_open(r);
  open_head(r, node, parts, keep);
  (void)shape_open_jumps(r, node, parts->body, false);
  open_block(r, parts->body);
  if (parts->other == NODE_NONE)
    return;
  rewrite_drop(r, rewrite_child(r, parts->other, 0));
  open_block(r, rewrite_child_in_role(r, parts->other, ROLE_SUBSTATEMENT));
}

static bool has_else(const rewriter *r, const shape_parts *parts)
{
  return parts->other != NODE_NONE &&
         rewrite_child_in_role(r, parts->other, ROLE_SUBSTATEMENT) != NODE_NONE;
}

void rewrite_statement_straight(rewriter *r)
{
  EACH_NODE (node, r) {
    shape_parts parts;
    if (!shape_is_listed(r, node) || !shape_find_parts(&parts, r, node) ||
        (parts.other != NODE_NONE && !has_else(r, &parts)))
      continue;
    bool head = is_worth(r, parts.init) || is_worth(r, parts.condition) ||
                is_worth(r, parts.step);
    bool jumps = rewrite_kind(r, node) != KIND_IF &&
                 shape_open_jumps(r, node, parts.body, true) > 0;
    bool empty = rewrite_kind(r, parts.body) == KIND_EMPTY;
    if (head && !empty)
      offer_straight(r, node, &parts, true);
    bool declares = rewrite_kind(r, parts.init) == KIND_FOR_DECLARATION;
    if ((jumps && !declares) || parts.other != NODE_NONE)
      offer_straight(r, node, &parts, false);
  }
}

/* ---- to an expression ---- */

static void offer_expression(rewriter *r, uint32_t node, uint32_t expression)
{
  if (!is_worth(r, expression) || rewrite_kind(r, expression) == KIND_BRACES)
    return;
  rewrite_open(r);
  rewrite_print(r, node, "%s;", rewrite_source(r, expression));
}

/* The initialisers of a declaration, at most two, as elsewhere. */
static void offer_initials(rewriter *r, uint32_t node)
{
  uint32_t end = rewrite_behind(r, node);
  int offered = 0;
  for (uint32_t at = node; at != end && offered < 2;) {
    bool is = rewrite_kind(r, at) == KIND_WITH_VALUE;
    uint32_t value = is ? rewrite_child(r, at, 1) : NODE_NONE;
    if (rewrite_has_tokens(r, value)) {
      offer_expression(r, node, value);
      offered++;
    }
    at = shape_next(r, at, !is && rewrite_kind(r, at) != KIND_TAG);
  }
}

void rewrite_statement_to_expression(rewriter *r)
{
  EACH_NODE (node, r) {
    shape_parts parts;
    if (shape_find_parts(&parts, r, node)) {
      if (rewrite_kind(r, parts.init) == KIND_FOR_DECLARATION)
        continue;
      offer_expression(r, node, parts.condition);
      offer_expression(r, node, parts.init);
      offer_expression(r, node, parts.step);
    } else if (rewrite_kind(r, node) == KIND_DECLARATION &&
               shape_is_listed(r, node)) {
      offer_initials(r, node);
    } else if (rewrite_kind(r, node) == KIND_RETURN &&
               rewrite_child_in_role(r, node, ROLE_RESULT) != NODE_NONE) {
      rewrite_open(r);
      rewrite_drop(r, rewrite_child(r, node, 0));
    }
  }
}

/* ---- if ---- */

/* Adds edits that negate a condition. */
static void negate(rewriter *r, uint32_t condition)
{
  static const char *const opposites[] = { "==", "!=", "<", ">=", ">", "<=" };
  uint32_t leaf = shape_operator(r, condition);
  for (size_t i = 0; i < sizeof opposites / sizeof *opposites; i++)
    if (leaf != NODE_NONE && rewrite_spells(r, leaf, opposites[i])) {
      rewrite_text(r, leaf, opposites[i ^ 1]);
      return;
    }
  rewrite_print(r, condition, "!%s",
                shape_in_parens(r, condition, rewrite_source(r, condition)));
}

static void offer_else(rewriter *r, const shape_parts *parts, bool negated)
{
  rewrite_open(r);
  if (negated)
    negate(r, parts->condition);
  rewrite_drop(r, parts->body);
  rewrite_drop(r, rewrite_child(r, parts->other, 0));
}

/* Removes the `then` part; the statement after `else` replaces it. Of
 * `if (a); else b` that may leave `if (!a) b`. */
void rewrite_else_to_then(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_IF) {
    shape_parts parts;
    if (!shape_find_parts(&parts, r, node) || !has_else(r, &parts))
      continue;
    if (rewrite_kind(r, parts.body) == KIND_EMPTY)
      offer_else(r, &parts, true);
    offer_else(r, &parts, false);
  }
}

/* `if (a) if (b) c` becomes `if (a && b) c`. */
void rewrite_if_nested(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_IF) {
    shape_parts outer, inner;
    if (!shape_find_parts(&outer, r, node) || outer.other != NODE_NONE ||
        rewrite_kind(r, outer.body) != KIND_IF ||
        !shape_find_parts(&inner, r, outer.body))
      continue;
    rewrite_open(r);
    rewrite_text(r, shape_leaf(r, node, WORD_CLOSE_PAREN, 0), "&&");
    rewrite_drop(r, rewrite_child(r, outer.body, 0));
    drop_opening(r, outer.body);
  }
}

/* Does a statement never go on behind it? */
static bool is_jump(const rewriter *r, uint32_t statement)
{
  syntax_kind kind = rewrite_kind(r, statement);
  return kind == KIND_RETURN || kind == KIND_GOTO || kind == KIND_JUMP;
}

/* `if (a) return c; if (b) return c;` becomes `if (a || b) return c;`. */
void rewrite_ifs_joined(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_IF) {
    shape_parts first, second;
    uint32_t next = rewrite_at(r, node)->next;
    if (!shape_find_parts(&first, r, node) || first.other != NODE_NONE ||
        !shape_is_listed(r, node) || !is_jump(r, first.body) ||
        rewrite_kind(r, next) != KIND_IF ||
        !shape_find_parts(&second, r, next) || second.other != NODE_NONE ||
        !shape_equal(r, first.body, second.body) ||
        !shape_is_operand(r, first.condition) ||
        !shape_is_operand(r, second.condition))
      continue;
    rewrite_open(r);
    rewrite_text(r, shape_leaf(r, node, WORD_CLOSE_PAREN, 0), "||");
    rewrite_drop(r, first.body);
    rewrite_drop(r, rewrite_child(r, next, 0));
    drop_opening(r, next);
  }
}

/* The result of a return statement, or NODE_NONE. */
static uint32_t result_of(const rewriter *r, uint32_t statement)
{
  return rewrite_kind(r, statement) == KIND_RETURN
             ? rewrite_child_in_role(r, statement, ROLE_RESULT)
             : NODE_NONE;
}

/* Do only empty statements follow in the block? */
static bool is_last(const rewriter *r, uint32_t statement)
{
  uint32_t next = rewrite_at(r, statement)->next;
  while (rewrite_kind(r, next) == KIND_EMPTY)
    next = rewrite_at(r, next)->next;
  return next == NODE_NONE;
}

/* `if (a) return 1; }` becomes `return a; }`, at the end of a function. */
void rewrite_if_to_return(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_IF) {
    shape_parts parts;
    uint32_t block = rewrite_at(r, node)->parent;
    if (!shape_find_parts(&parts, r, node) || parts.other != NODE_NONE ||
        !shape_is_listed(r, node) || !is_last(r, node) ||
        rewrite_kind(r, rewrite_at(r, rewrite_at(r, block)->parent)->parent) !=
            KIND_FUNCTION ||
        rewrite_kind(r, result_of(r, parts.body)) != KIND_LITERAL)
      continue;
    rewrite_open(r);
    rewrite_print(r, node, "return %s;", rewrite_source(r, parts.condition));
  }
}

/* `if (a) return b; return c;` becomes `return a ? b : c;`, with `else` or
 * without. */
void rewrite_returns_joined(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_IF) {
    shape_parts parts;
    if (!shape_find_parts(&parts, r, node) || !shape_is_listed(r, node))
      continue;
    bool two = parts.other != NODE_NONE;
    uint32_t last =
        two ? rewrite_child_in_role(r, parts.other, ROLE_SUBSTATEMENT)
            : rewrite_at(r, node)->next;
    uint32_t end = shape_leaf(r, parts.body, WORD_SEMICOLON, 0);
    if (result_of(r, parts.body) == NODE_NONE || end == NODE_NONE ||
        !shape_is_alternative(r, result_of(r, last)) ||
        !shape_is_operand(r, parts.condition))
      continue;
    rewrite_open(r);
    rewrite_text(r, rewrite_child(r, node, 0), "return");
    drop_opening(r, node);
    rewrite_text(r, shape_leaf(r, node, WORD_CLOSE_PAREN, 0), "?");
    rewrite_drop(r, rewrite_child(r, parts.body, 0));
    rewrite_text(r, end, ":");
    if (two)
      rewrite_drop(r, rewrite_child(r, parts.other, 0));
    rewrite_drop(r, rewrite_child(r, last, 0));
  }
}

/* What a statement assigns, if that can be the end of `?:`, or NODE_NONE; and to what. */
static uint32_t assigned_by(uint32_t *to, const rewriter *r, uint32_t statement)
{
  uint32_t value, assignment = shape_operand(r, statement);
  bool is_plain = rewrite_kind(r, statement) == KIND_EXPRESSION_STATEMENT &&
                  rewrite_kind(r, assignment) == KIND_ASSIGN &&
                  shape_pair(to, &value, r, assignment) &&
                  rewrite_spells(r, shape_operator(r, assignment), "=");
  return is_plain && shape_is_alternative(r, value) ? value : NODE_NONE;
}

/* `if (a) x = b; else x = c;` becomes `x = a ? b : c;`. */
void rewrite_assignments_joined(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_IF) {
    shape_parts parts;
    uint32_t to, also;
    if (!shape_find_parts(&parts, r, node) || parts.init != NODE_NONE ||
        parts.other == NODE_NONE || !shape_is_operand(r, parts.condition))
      continue;
    uint32_t first = assigned_by(&to, r, parts.body);
    uint32_t second = assigned_by(
        &also, r, rewrite_child_in_role(r, parts.other, ROLE_SUBSTATEMENT));
    if (first == NODE_NONE || second == NODE_NONE || !shape_equal(r, to, also))
      continue;
    rewrite_open(r);
    rewrite_print(r, node, "%s = %s ? %s : %s;", rewrite_source(r, to),
                  rewrite_source(r, parts.condition), rewrite_source(r, first),
                  rewrite_source(r, second));
  }
}

/* The value of an expression statement with a call, or NODE_NONE; of a plain
 * assignment, what is assigned. */
static uint32_t value_of(const rewriter *r, uint32_t statement)
{
  if (rewrite_kind(r, statement) != KIND_EXPRESSION_STATEMENT ||
      !shape_is_listed(r, statement))
    return NODE_NONE;
  uint32_t value = shape_operand(r, statement), left, right;
  if (rewrite_kind(r, value) == KIND_ASSIGN) {
    if (!shape_pair(&left, &right, r, value) ||
        !rewrite_spells(r, shape_operator(r, value), "="))
      return NODE_NONE;
    value = right;
  }
  EACH_BELOW (at, r, value)
    if (rewrite_kind(r, at) == KIND_CALL)
      return value;
  return NODE_NONE;
}

static bool is_arithmetic(const rewriter *r, uint32_t expression)
{
  const type_fact *type = rewrite_type(r, expression);
  return type && type->shape == SHAPE_ARITHMETIC && !type->is_array;
}

/* The expression as a term of a sum. */
static const char *as_term(rewriter *r, uint32_t expression)
{
  const char *text = rewrite_source(r, expression);
  return shape_is_term(r, expression) ? text
                                      : shape_in_parens(r, expression, text);
}

/* `a = f(); return b;` becomes `return b + f();`. */
void rewrite_value_returned(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_RETURN) {
    uint32_t result = result_of(r, node), before = rewrite_at(r, node)->prev;
    uint32_t value = value_of(r, before);
    if (result == NODE_NONE || value == NODE_NONE ||
        !is_arithmetic(r, result) || !is_arithmetic(r, value))
      continue;
    rewrite_open(r);
    rewrite_drop(r, before);
    const char *first = rewrite_kind(r, result) == KIND_ADDITIVE
                            ? rewrite_source(r, result)
                            : as_term(r, result);
    rewrite_print(r, result, "%s + %s", first, as_term(r, value));
  }
}

/* The semicolon of an expression statement that can be an operand. */
static uint32_t operand_end(const rewriter *r, uint32_t statement)
{
  if (rewrite_kind(r, statement) != KIND_EXPRESSION_STATEMENT)
    return NODE_NONE;
  uint32_t expression = shape_operand(r, statement);
  return shape_is_operand(r, expression)
             ? shape_leaf(r, statement, WORD_SEMICOLON, 0)
             : NODE_NONE;
}

/* Can both be what `?:` gives; without the second, the first an operand of `&&`? */
static bool are_operands(const rewriter *r, uint32_t first, uint32_t second)
{
  bool truth = shape_is_truth(r, shape_operand(r, first));
  return second == NODE_NONE
             ? truth
             : truth == shape_is_truth(r, shape_operand(r, second));
}

/* `if (a) b;` becomes `a && b;`, `if (a) b; else c;` becomes `a ? b : c;`. */
void rewrite_if_to_operator(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_IF) {
    shape_parts parts;
    if (!shape_find_parts(&parts, r, node))
      continue;
    uint32_t end = operand_end(r, parts.body);
    bool two = parts.other != NODE_NONE;
    uint32_t other =
        two ? rewrite_child_in_role(r, parts.other, ROLE_SUBSTATEMENT)
            : NODE_NONE;
    if (!shape_is_operand(r, parts.condition) || end == NODE_NONE ||
        (two && (!has_else(r, &parts) || operand_end(r, other) == NODE_NONE)) ||
        !are_operands(r, parts.body, other))
      continue;
    rewrite_open(r);
    rewrite_drop(r, rewrite_child(r, node, 0));
    drop_opening(r, node);
    rewrite_text(r, shape_leaf(r, node, WORD_CLOSE_PAREN, 0), two ? "?" : "&&");
    if (!two)
      continue;
    rewrite_text(r, end, ":");
    rewrite_drop(r, rewrite_child(r, parts.other, 0));
  }
}
