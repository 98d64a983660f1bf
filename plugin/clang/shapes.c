/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The parts of statements and expressions.
 *
 * The syntax keeps brackets and words beside the parts of a statement, as
 * leaves of one node. Rules that change how the parts are joined edit these
 * leaves (`if` and `(` are removed, `)` becomes a semicolon), not the parts. So
 * a rewrite of a large statement is as small as that of a small one, and
 * rewrites of nested statements can be combined.
 */
#include "shapes.h"

#include <string.h>

/* ---- statements ---- */

static bool is_compound_statement(syntax_kind kind)
{
  return kind == KIND_IF || kind == KIND_WHILE || kind == KIND_DO ||
         kind == KIND_FOR || kind == KIND_SWITCH;
}

/* Assigns a child to its part; false if it fits none. */
static bool sort_child(shape_parts *out, const rewriter *r, uint32_t child,
                       uint32_t semicolons)
{
  switch (rewrite_role(r, child)) {
  case ROLE_SUBSTATEMENT:
    out->body = child;
    return true;
  case ROLE_CONDITION:
  case ROLE_VALUE:
  case ROLE_CLAUSE_CONDITION:
    out->condition = child;
    return true;
  case ROLE_CLAUSE:
    *(semicolons == 0 ? &out->init : &out->step) = child;
    return true;
  default:
    break;
  }
  if (rewrite_kind(r, child) == KIND_ELSE)
    out->other = child;
  else if (rewrite_kind(r, child) == KIND_FOR_DECLARATION)
    out->init = child;
  else
    return rewrite_kind(r, child) == KIND_TOKEN;
  return true;
}

bool shape_find_parts(shape_parts *out, const rewriter *r, uint32_t node)
{
  memset(out, 0xff, sizeof *out);
  syntax_kind kind = rewrite_kind(r, node);
  if (!is_compound_statement(kind) || !rewrite_has_tokens(r, node))
    return false;
  uint32_t semicolons = 0;
  EACH_CHILD (child, r, node) {
    if (!rewrite_has_tokens(r, child))
      continue;
    if (!sort_child(out, r, child, semicolons))
      return false;
    semicolons += rewrite_kind(r, child) == KIND_TOKEN &&
                  rewrite_word(r, child) == WORD_SEMICOLON;
  }
  bool closed = shape_leaf(r, node, WORD_OPEN_PAREN, 0) != NODE_NONE &&
                shape_leaf(r, node, WORD_CLOSE_PAREN, 0) != NODE_NONE;
  if (kind == KIND_FOR)
    return closed && out->body != NODE_NONE && semicolons == 2;
  return closed && out->body != NODE_NONE && out->condition != NODE_NONE &&
         (kind != KIND_DO ||
          (semicolons == 1 && shape_leaf(r, node, WORD_WHILE, 0) != NODE_NONE));
}

bool shape_is_listed(const rewriter *r, uint32_t node)
{
  return rewrite_role(r, node) == ROLE_STATEMENT && rewrite_has_tokens(r, node);
}

void shape_drop(rewriter *r, uint32_t node)
{
  if (node != NODE_NONE)
    rewrite_drop(r, node);
}

void shape_remove_statement(rewriter *r, uint32_t node)
{
  if (rewrite_role(r, node) == ROLE_STATEMENT)
    rewrite_drop(r, node);
  else
    rewrite_text(r, node, ";");
}

/* ---- jumps ---- */

static bool is_loop(syntax_kind kind)
{
  return kind == KIND_WHILE || kind == KIND_DO || kind == KIND_FOR;
}

static bool is_switch(syntax_kind kind)
{
  return kind == KIND_SWITCH;
}

/* True if no jump inside a node of kind `within` leaves a statement of `kind`,
 * and no label inside belongs to it. */
static bool is_closed(syntax_kind within, syntax_kind kind)
{
  return is_loop(kind) ? is_loop(within) : is_switch(within);
}

static bool is_between(const rewriter *r, uint32_t node, uint32_t body,
                       bool (*is)(syntax_kind))
{
  for (;; node = rewrite_at(r, node)->parent) {
    if (is(rewrite_kind(r, node)))
      return true;
    if (node == body)
      return false;
  }
}

/* Does the node, if not within a closed one, leave the statement of this kind,
 * or is it one of its labels? */
static bool is_opened(const rewriter *r, uint32_t node, uint32_t body,
                      syntax_kind kind)
{
  if (!rewrite_has_tokens(r, node))
    return false;
  if (rewrite_kind(r, node) == KIND_CASE)
    return is_switch(kind);
  if (rewrite_kind(r, node) != KIND_JUMP)
    return false;
  uint32_t head = rewrite_child(r, node, 0);
  if (head == NODE_NONE || rewrite_word(r, head) != WORD_BREAK)
    return head != NODE_NONE && is_loop(kind);
  return !is_between(r, node, body, is_loop(kind) ? is_switch : is_loop);
}

size_t shape_open_jumps(rewriter *r, uint32_t node, uint32_t body, bool dry)
{
  syntax_kind kind = rewrite_kind(r, node);
  size_t count = 0;
  uint32_t end = rewrite_behind(r, body), at = body;
  if (!is_loop(kind) && !is_switch(kind))
    return 0;
  while (at != end) {
    bool opened = is_opened(r, at, body, kind);
    count += opened;
    if (opened && !dry && rewrite_kind(r, at) == KIND_CASE)
      rewrite_drop(r, at);
    else if (opened && !dry)
      shape_remove_statement(r, at);
    at = shape_next(r, at, !is_closed(rewrite_kind(r, at), kind));
  }
  return count;
}

/* ---- expressions ---- */

uint32_t shape_leaf(const rewriter *r, uint32_t node, word w, uint32_t index)
{
  EACH_CHILD (child, r, node)
    if (rewrite_kind(r, child) == KIND_TOKEN && rewrite_has_tokens(r, child) &&
        rewrite_word(r, child) == w && index-- == 0)
      return child;
  return NODE_NONE;
}

uint32_t shape_operator(const rewriter *r, uint32_t node)
{
  uint32_t child = rewrite_child(r, node, 1);
  bool is = rewrite_kind(r, child) == KIND_TOKEN &&
            rewrite_has_tokens(r, child) &&
            rewrite_kind(r, rewrite_child(r, node, 0)) != KIND_TOKEN;
  return is ? child : NODE_NONE;
}

uint32_t shape_operand(const rewriter *r, uint32_t node)
{
  uint32_t found = NODE_NONE;
  EACH_CHILD (child, r, node) {
    if (rewrite_kind(r, child) == KIND_TOKEN || !rewrite_has_tokens(r, child))
      continue;
    if (found != NODE_NONE)
      return NODE_NONE;
    found = child;
  }
  return found;
}

bool shape_pair(uint32_t *left, uint32_t *right, const rewriter *r,
                uint32_t node)
{
  *left = rewrite_child(r, node, 0);
  *right = rewrite_child(r, node, 2);
  return shape_operator(r, node) != NODE_NONE && *right != NODE_NONE &&
         rewrite_has_tokens(r, *left) && rewrite_has_tokens(r, *right) &&
         rewrite_at(r, *right)->next == NODE_NONE;
}

bool shape_equal(const rewriter *r, uint32_t left, uint32_t right)
{
  return shape_equal_but(r, left, right, UINT32_MAX);
}

bool shape_equal_but(const rewriter *r, uint32_t left, uint32_t right,
                     uint32_t but)
{
  const syntax *s = r->s;
  uint32_t count = rewrite_tokens(r, left);
  if (count != rewrite_tokens(r, right))
    return false;
  for (uint32_t i = 0; i < count; i++) {
    const token *a = &s->tokens[s->visible[rewrite_at(r, left)->first + i]];
    const token *b = &s->tokens[s->visible[rewrite_at(r, right)->first + i]];
    if (i != but &&
        (a->end - a->begin != b->end - b->begin ||
         memcmp(s->text + a->begin, s->text + b->begin, a->end - a->begin)))
      return false;
  }
  return true;
}

bool shape_is_primary(const rewriter *r, uint32_t node)
{
  switch (rewrite_kind(r, node)) {
  case KIND_NAME:
  case KIND_LITERAL:
  case KIND_STRING:
  case KIND_STRINGS:
  case KIND_CALL:
  case KIND_SUBSCRIPT:
  case KIND_MEMBER:
  case KIND_PARENS:
  case KIND_STATEMENT_EXPRESSION:
    return true;
  default:
    return false;
  }
}

bool shape_is_term(const rewriter *r, uint32_t node)
{
  syntax_kind kind = rewrite_kind(r, node);
  return kind == KIND_MULTIPLICATIVE || kind == KIND_UNARY ||
         kind == KIND_DEREFERENCE || kind == KIND_CAST ||
         shape_is_primary(r, node);
}

bool shape_is_operand(const rewriter *r, uint32_t node)
{
  syntax_kind kind = rewrite_kind(r, node);
  return rewrite_has_tokens(r, node) && kind != KIND_COMMA &&
         kind != KIND_ASSIGN && kind != KIND_CONDITIONAL;
}

bool shape_is_alternative(const rewriter *r, uint32_t node)
{
  return shape_is_operand(r, node) || rewrite_kind(r, node) == KIND_CONDITIONAL;
}

bool shape_is_truth(const rewriter *r, uint32_t node)
{
  const type_fact *type = rewrite_type(r, node);
  return !type || (type->shape != SHAPE_VOID &&
                   (type->shape != SHAPE_RECORD || r->s->cxx));
}

bool shape_has_suffix(const rewriter *r, uint32_t node)
{
  syntax_kind kind = rewrite_kind(r, rewrite_at(r, node)->parent);
  return rewrite_at(r, node)->prev == NODE_NONE &&
         (kind == KIND_SUBSCRIPT || kind == KIND_MEMBER || kind == KIND_CALL ||
          kind == KIND_POSTFIX);
}

uint32_t shape_assignment(const rewriter *r, uint32_t leaf)
{
  uint32_t assign = rewrite_at(r, leaf)->parent, left, right;
  bool is = rewrite_kind(r, assign) == KIND_ASSIGN &&
            shape_pair(&left, &right, r, assign) && left == leaf &&
            rewrite_word(r, shape_operator(r, assign)) == WORD_ASSIGN;
  return is ? assign : NODE_NONE;
}

const char *shape_in_parens(rewriter *r, uint32_t expression, const char *text)
{
  return shape_is_primary(r, expression) ? text
                                         : rewrite_format(r, "(%s)", text);
}

bool shape_stands_open(const rewriter *r, uint32_t node)
{
  syntax_kind parent = rewrite_kind(r, rewrite_at(r, node)->parent);
  switch (rewrite_role(r, node)) {
  case ROLE_INITIAL:
  case ROLE_INITIAL_ELEMENT:
  case ROLE_ARGUMENT:
  case ROLE_RESULT:
  case ROLE_INNER:
  case ROLE_DISCARD:
  case ROLE_CLAUSE:
  case ROLE_CLAUSE_CONDITION:
  case ROLE_COMMA_OPERAND:
    return true;
  case ROLE_CONDITION:
    return is_compound_statement(parent);
  case ROLE_VALUE:
    return is_compound_statement(parent) || parent == KIND_ASSIGN ||
           (parent == KIND_SUBSCRIPT && rewrite_at(r, node)->prev != NODE_NONE);
  default:
    return false;
  }
}

uint32_t shape_next(const rewriter *r, uint32_t node, bool into)
{
  uint32_t child = rewrite_at(r, node)->child;
  return into && child != NODE_NONE ? child : rewrite_behind(r, node);
}
