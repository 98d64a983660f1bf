/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operands: the parts between binary operators, with their prefixes and
 * suffixes.
 *
 * A parenthesis begins a cast or a compound literal if it contains a type.
 * libclang's cursors identify type names; if they are missing (errors, macros),
 * `(T) x` counts as a cast if x cannot follow a value.
 */
#include "parser.h"

/* Can the token begin an operand, but not continue one? */
static bool begins_operand_only(const parser *p, uint32_t ahead)
{
  token_kind kind = kind_at(p, ahead);
  if (kind == TOKEN_NUMBER || kind == TOKEN_STRING || kind == TOKEN_CHARACTER)
    return true;
  word w = word_at(p, ahead);
  return at_identifier(p, ahead) || w == WORD_SIZEOF || w == WORD_TILDE ||
         w == WORD_NOT || w == WORD_REAL || w == WORD_EXTENSION ||
         w == WORD_GENERIC;
}

static bool holds_type(const parser *p)
{
  uint32_t behind = behind_bracket(p, 0);
  if (starts_type(p, 1))
    return true;
  if (p->s->cxx)
    return false;
  return behind == 3 && at_identifier(p, 1) &&
         (p->hints == NULL ||
          p->hints[p->s->visible[p->pos + 1]] == HINT_NONE) &&
         begins_operand_only(p, behind);
}

/* ---- parentheses ---- */

static void task_braces(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_OPEN_BRACE)
    plan(p, task_initializer, t->node, ROLE_FIXED, 0);
}

static void task_block(parser *p, const task *t)
{
  plan_compound(p, t->node, t->role);
}

static void read_parens(parser *p, const task *t)
{
  syntax_role role = t->role;
  uint32_t behind = behind_bracket(p, 0);
  bool literal = behind && word_at(p, behind) == WORD_OPEN_BRACE;
  bool type = holds_type(p);
  if (type && !literal) {
    uint32_t node = open_node(p, t->node, KIND_CAST, role);
    uint32_t cast = open_node(p, node, KIND_CAST_TYPE, ROLE_OPTION);
    plan(p, task_unary, node, ROLE_VALUE, 0);
    bracket(p, cast, task_type_name, ROLE_TYPE, 0);
    return;
  }
  plan(p, task_postfix, t->node, role, 0);
  if (word_at(p, 1) == WORD_OPEN_BRACE) {
    uint32_t node = open_node(p, t->node, KIND_STATEMENT_EXPRESSION, role);
    bracket(p, node, task_block, ROLE_BLOCK, 0);
  } else if (type) {
    uint32_t node = open_node(p, t->node, KIND_COMPOUND_LITERAL, role);
    plan(p, task_braces, node, ROLE_FIXED, 0);
    bracket(p, node, task_type_name, ROLE_TYPE, 0);
  } else {
    uint32_t node = open_node(p, t->node, KIND_PARENS, role);
    bracket(p, node, task_full, ROLE_INNER, 0);
  }
}

/* ---- operands with a syntax of their own ---- */

static void task_association_value(parser *p, const task *t)
{
  take_if(p, t->node, WORD_COLON);
  plan(p, task_expression, t->node, ROLE_VALUE, LEVEL_ASSIGN);
}

static void task_associations(parser *p, const task *t)
{
  if (!next_element(p, t))
    return;
  uint32_t item = open_node(p, t->node, KIND_ASSOCIATION, ROLE_ELEMENT);
  plan(p, task_rest, item, ROLE_OPTION, 0);
  plan(p, task_association_value, item, ROLE_VALUE, 0);
  if (word_at(p, 0) == WORD_DEFAULT)
    take_punct(p, item);
  else
    plan(p, task_type_name, item, ROLE_FIXED, 0);
}

static void task_selection_list(parser *p, const task *t)
{
  if (take_if(p, t->node, WORD_COMMA) && !at_end(p))
    plan_list(p, task_associations, t->node, KIND_ASSOCIATIONS, ROLE_FIXED, 0);
}

static void task_selection(parser *p, const task *t)
{
  plan(p, task_selection_list, t->node, ROLE_FIXED, 0);
  plan(p, task_expression, t->node, ROLE_VALUE, LEVEL_ASSIGN);
}

static void read_selection(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_SELECTION, t->role);
  take_punct(p, node);
  plan(p, task_postfix, t->node, t->role, 0);
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket(p, node, task_selection, ROLE_FIXED, 0);
}

static void read_sizeof(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_SIZEOF, t->role);
  take_punct(p, node);
  if (p->s->cxx)
    take_if(p, node, WORD_ELLIPSIS);
  uint32_t behind = behind_bracket(p, 0);
  if (word_at(p, 0) == WORD_OPEN_PAREN && starts_type(p, 1) &&
      word_at(p, behind) != WORD_OPEN_BRACE)
    bracket(p, node, task_type_name, ROLE_TYPE, 0);
  else
    plan(p, task_unary, node, ROLE_VALUE, 0);
}

static void read_label_address(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_LABEL_ADDRESS, t->role);
  take_punct(p, node);
  if (at_identifier(p, 0))
    take(p, node, KIND_TOKEN, ROLE_FIXED);
}

void task_strings(parser *p, const task *t)
{
  if (kind_at(p, 1) != TOKEN_STRING && !at_identifier(p, 1)) {
    take(p, t->node, KIND_STRING, t->role);
    return;
  }
  uint32_t list = open_node(p, t->node, KIND_STRINGS, t->role);
  while (kind_at(p, 0) == TOKEN_STRING || at_identifier(p, 0))
    take(p, list, KIND_STRING, ROLE_ELEMENT);
}

/* ---- prefixes ---- */

/* Prefix operators: the roles of the operator and of the operand. */
static const struct prefix {
  uint8_t word, kind, role, operand;
} prefixes[] = {
  { WORD_NOT, KIND_UNARY, ROLE_OPTION, ROLE_CONDITION },
  { WORD_TILDE, KIND_UNARY, ROLE_OPTION, ROLE_VALUE },
  { WORD_MINUS, KIND_UNARY, ROLE_OPTION, ROLE_VALUE },
  { WORD_PLUS, KIND_UNARY, ROLE_OPTION, ROLE_VALUE },
  { WORD_EXTENSION, KIND_UNARY, ROLE_OPTION, ROLE_VALUE },
  { WORD_REAL, KIND_UNARY, ROLE_OPTION, ROLE_VALUE },
  { WORD_STAR, KIND_DEREFERENCE, ROLE_OPTION, ROLE_POINTER },
  { WORD_AND, KIND_UNARY, ROLE_OPTION, ROLE_LVALUE },
  { WORD_INCREMENT, KIND_UNARY, ROLE_PUNCT, ROLE_LVALUE },
};

static bool read_prefix(parser *p, const task *t)
{
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    if (prefixes[i].word != word_at(p, 0))
      continue;
    uint32_t node =
        open_node(p, t->node, (syntax_kind)prefixes[i].kind, t->role);
    take(p, node, KIND_TOKEN, (syntax_role)prefixes[i].role);
    plan(p, task_unary, node, (syntax_role)prefixes[i].operand, 0);
    return true;
  }
  return false;
}

static void read_word(parser *p, const task *t)
{
  switch (word_at(p, 0)) {
  case WORD_OPEN_PAREN:
    read_parens(p, t);
    break;
  case WORD_SIZEOF:
    read_sizeof(p, t);
    break;
  case WORD_GENERIC:
    read_selection(p, t);
    break;
  case WORD_AND_AND:
    read_label_address(p, t);
    break;
  case WORD_OPEN_BRACE:
    plan(p, task_initializer, t->node, t->role, 0);
    break;
  default:
    p->missing = !read_prefix(p, t);
  }
}

void task_unary(parser *p, const task *t)
{
  syntax_role role = t->role;
  p->missing = false;
  if (p->s->cxx && read_cxx_operand(p, t))
    return;
  if (at_identifier(p, 0)) {
    take(p, t->node, KIND_NAME, role);
    plan(p, task_postfix, t->node, role, 0);
    return;
  }
  switch (kind_at(p, 0)) {
  case TOKEN_NUMBER:
  case TOKEN_CHARACTER:
    take(p, t->node, KIND_LITERAL, role);
    plan(p, task_postfix, t->node, role, 0);
    break;
  case TOKEN_STRING:
    plan(p, task_postfix, t->node, role, 0);
    plan(p, task_strings, t->node, role, 0);
    break;
  default:
    read_word(p, t);
  }
}

/* ---- suffixes ---- */

void task_postfix(parser *p, const task *t)
{
  syntax_role role = t->role;
  word w = word_at(p, 0);
  if (p->missing || (w != WORD_OPEN_BRACKET && w != WORD_OPEN_PAREN &&
                     w != WORD_DOT && w != WORD_ARROW && w != WORD_INCREMENT))
    return;
  if (p->s->cxx && (w == WORD_DOT || w == WORD_ARROW) &&
      word_at(p, 1) == WORD_STAR)
    return;
  ARRAY_PUSH(&p->tasks, *t);
  if (w == WORD_OPEN_BRACKET) {
    uint32_t node = wrap_last(p, t->node, KIND_SUBSCRIPT, role, ROLE_POINTER);
    bracket(p, node, task_full, ROLE_VALUE, 0);
  } else if (w == WORD_OPEN_PAREN) {
    uint32_t node = wrap_last(p, t->node, KIND_CALL, role, ROLE_CALLEE);
    bracket_list(p, node, KIND_ARGUMENTS, task_arguments, ROLE_ARGUMENT, 0);
  } else if (w == WORD_INCREMENT) {
    take_punct(p, wrap_last(p, t->node, KIND_POSTFIX, role, ROLE_LVALUE));
  } else {
    uint32_t node = wrap_last(p, t->node, KIND_MEMBER, role,
                              w == WORD_DOT ? ROLE_RECORD : ROLE_POINTER);
    take_punct(p, node);
    if (p->s->cxx)
      plan_name(p, node, KIND_TOKEN, KIND_QUALIFIED, ROLE_FIXED);
    else if (kind_at(p, 0) == TOKEN_IDENTIFIER)
      take(p, node, KIND_TOKEN, ROLE_FIXED);
  }
}
