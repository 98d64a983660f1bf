/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operands that only C++ has: lambdas, `new` and `delete`, named casts and
 * `typeid`, constructions `T(x)` and `T{x}`, requirements, folds, and names with
 * qualifiers or template arguments.
 */
#include "parser.h"

/* ---- lambdas ---- */

static void task_capture(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (w == WORD_AND || w == WORD_STAR || w == WORD_ELLIPSIS) {
    ARRAY_PUSH(&p->tasks, *t);
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  } else if (w == WORD_OPEN_PAREN || w == WORD_OPEN_BRACE) {
    ARRAY_PUSH(&p->tasks, *t);
    plan(p, w == WORD_OPEN_BRACE ? task_initializer : task_unary, t->node,
         ROLE_FIXED, 0);
  } else if (w == WORD_ASSIGN && p->pos + 1 < p->limit &&
             word_at(p, 1) != WORD_COMMA) {
    ARRAY_PUSH(&p->tasks, *t);
    take_punct(p, t->node);
    plan(p, task_initializer, t->node, ROLE_INITIAL, 0);
  } else if (w == WORD_ASSIGN || w == WORD_THIS) {
    take(p, t->node, KIND_TOKEN, ROLE_FIXED);
  } else if (at_identifier(p, 0)) {
    ARRAY_PUSH(&p->tasks, *t);
    take(p, t->node, KIND_NAME, ROLE_FIXED);
  }
}

static void task_captures(parser *p, const task *t)
{
  if (!next_element(p, t))
    return;
  uint32_t node = open_node(p, t->node, KIND_CAPTURE, ROLE_ELEMENT);
  plan(p, task_rest, node, ROLE_OPTION, 0);
  plan(p, task_capture, node, ROLE_FIXED, 0);
}

/* What follows the captures, in this order but for the specifiers. */
static void task_lambda_rest(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (at_template_list(p, 0)) {
    ARRAY_PUSH(&p->tasks, *t);
    plan(p, task_lambda_head, t->node, ROLE_OPTION, 0);
  } else if (w == WORD_OPEN_PAREN && !t->flag) {
    ARRAY_PUSH(&p->tasks, *t);
    p->tasks.data[p->tasks.size - 1].flag = true;
    bracket_list(p, open_node(p, t->node, KIND_PARAMETERS, ROLE_OPTION),
                 KIND_PARAMETER_LIST, task_parameters, ROLE_ELEMENT, 0);
  } else if (w == WORD_VIRTUAL || w == WORD_CONSTEXPR || w == WORD_STATIC) {
    ARRAY_PUSH(&p->tasks, *t);
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  } else if (w == WORD_OPEN_BRACE) {
    plan_compound(p, t->node, ROLE_INNER_BODY);
  } else if (p->pos != t->arg) {
    plan(p, task_lambda_rest, t->node, ROLE_FIXED, p->pos);
    p->tasks.data[p->tasks.size - 1].flag = t->flag;
    plan(p, task_function_suffix, t->node, ROLE_FIXED, 0);
  }
}

/* Clang's blocks too, with `^` for the captures. */
static void read_lambda(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_LAMBDA, t->role);
  plan(p, task_lambda_rest, node, ROLE_FIXED, NODE_NONE);
  if (!take_if(p, node, WORD_CARET))
    bracket_list(p, node, KIND_CAPTURES, task_captures, ROLE_ELEMENT, 0);
}

/* ---- new and delete ---- */

/* The value of a `new`. */
static void task_new_value(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (w != WORD_OPEN_PAREN && w != WORD_OPEN_BRACE)
    return;
  uint32_t node = open_node(p, t->node, KIND_DIRECT_VALUE, ROLE_OPTION);
  if (w == WORD_OPEN_PAREN)
    bracket_list(p, node, KIND_ARGUMENTS, task_arguments, ROLE_ARGUMENT, 0);
  else
    plan(p, task_initializer, node, ROLE_INITIAL, 0);
}

static void task_new_type(parser *p, const task *t)
{
  plan(p, task_new_value, t->node, ROLE_OPTION, 0);
  if (word_at(p, 0) == WORD_OPEN_PAREN) {
    bracket(p, t->node, task_type_name, ROLE_TYPE, 0);
    return;
  }
  uint32_t node = open_node(p, t->node, KIND_TYPE_NAME, ROLE_TYPE);
  plan(p, task_declarator, node, ROLE_FIXED, ABSTRACT | NO_PARAMETERS);
  plan(p, task_specifiers, node, ROLE_FIXED, ANY_TYPE);
}

static void read_new(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_NEW, t->role);
  if (word_at(p, 0) == WORD_COLONS)
    take(p, node, KIND_TOKEN, ROLE_OPTION);
  take_punct(p, node);
  plan(p, task_new_type, node, ROLE_TYPE, 0);
  uint32_t behind = behind_bracket(p, 0);
  word after = word_at(p, behind);
  bool placed = word_at(p, 0) == WORD_OPEN_PAREN && behind &&
                (!looks_type(p, 1, true) || after == WORD_OPEN_PAREN ||
                 at_identifier(p, behind));
  if (placed && (at_identifier(p, behind) || after == WORD_OPEN_PAREN ||
                 after == WORD_COLONS || after == WORD_TYPENAME ||
                 syntax_class(after) >= CLASS_STORAGE))
    bracket_list(p, open_node(p, node, KIND_PLACEMENT, ROLE_OPTION),
                 KIND_ARGUMENTS, task_arguments, ROLE_ARGUMENT, 0);
}

static void read_delete(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_DELETE, t->role);
  if (word_at(p, 0) == WORD_COLONS)
    take(p, node, KIND_TOKEN, ROLE_OPTION);
  take_punct(p, node);
  plan(p, task_unary, node, ROLE_POINTER, 0);
  if (word_at(p, 0) == WORD_OPEN_BRACKET && behind_bracket(p, 0) == 2)
    bracket(p, open_node(p, node, KIND_ARRAY, ROLE_OPTION), NULL, ROLE_FIXED,
            0);
}

/* ---- casts ---- */

static void task_cast_value(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket(p, t->node, task_full, ROLE_VALUE, 0);
}

static void read_named_cast(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_NAMED_CAST, t->role);
  take_punct(p, node);
  plan(p, task_cast_value, node, ROLE_VALUE, 0);
  if (at_template_list(p, 0))
    bracket(p, node, task_type_name, ROLE_TYPE, 0);
}

static void task_braced_value(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket_list(p, t->node, KIND_ARGUMENTS, task_arguments, ROLE_ARGUMENT, 0);
  else if (word_at(p, 0) == WORD_OPEN_BRACE)
    plan(p, task_initializer, t->node, ROLE_FIXED, 0);
}

/* `int(x)`, `typename T::type{x}`. */
static void read_construction(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_CONSTRUCTION, t->role);
  plan(p, task_braced_value, node, ROLE_FIXED, 0);
  plan(p, task_specifiers, node, ROLE_FIXED, ANY_TYPE);
}

/* ---- requirements ---- */

static void task_requirement_type(parser *p, const task *t)
{
  uint32_t node = t->node;
  if (word_at(p, 0) == WORD_NOEXCEPT)
    take(p, node, KIND_TOKEN, ROLE_OPTION);
  plan_semicolon(p, node);
  if (word_at(p, 0) != WORD_ARROW)
    return;
  uint32_t type = open_node(p, node, KIND_TRAILING_RETURN, ROLE_OPTION);
  take_punct(p, type);
  plan(p, task_type_name, type, ROLE_TYPE, 0);
}

/* Requirements up to the limit; arg: where the last one began. */
static void task_requirements(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (at_end(p))
    return;
  plan(p, task_requirements, t->node, ROLE_ELEMENT, p->pos);
  uint32_t node = open_node(p, t->node, KIND_REQUIREMENT, ROLE_ELEMENT);
  if (p->pos == t->arg) {
    plan_generic(p, node, p->pos + 1);
    return;
  }
  if (w == WORD_OPEN_BRACE) {
    plan(p, task_requirement_type, node, ROLE_FIXED, 0);
    bracket(p, node, task_full, ROLE_VALUE, 0);
    return;
  }
  plan_semicolon(p, node);
  if (w == WORD_TYPENAME) {
    plan(p, task_type, node, ROLE_FIXED, 0);
  } else if (w == WORD_REQUIRES && word_at(p, 1) != WORD_OPEN_BRACE) {
    take_punct(p, node);
    plan(p, task_expression, node, ROLE_TRUTH, LEVEL_COMMA);
  } else if (w != WORD_SEMICOLON) {
    plan(p, task_expression, node, ROLE_VALUE, LEVEL_COMMA);
  }
}

static void task_requires_body(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_OPEN_BRACE)
    bracket_list(p, t->node, KIND_REQUIREMENTS, task_requirements, ROLE_ELEMENT,
                 0);
}

static void read_requires(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_REQUIRES, t->role);
  take_punct(p, node);
  plan(p, task_requires_body, node, ROLE_FIXED, 0);
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket_list(p, open_node(p, node, KIND_PARAMETERS, ROLE_OPTION),
                 KIND_PARAMETER_LIST, task_parameters, ROLE_ELEMENT, 0);
}

/* ---- folds ---- */

/* `(... + x)`. */
static void read_left_fold(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_FOLD, t->role);
  take_punct(p, node);
  if (!at_end(p))
    take_punct(p, node);
  plan(p, task_unary, node, ROLE_PATTERN, 0);
}

/* ---- all ---- */

static void read_prefixed(parser *p, const task *t, syntax_kind kind)
{
  uint32_t node = open_node(p, t->node, kind, t->role);
  take_punct(p, node);
  if (!at_end(p) && word_at(p, 0) != WORD_SEMICOLON &&
      word_at(p, 0) != WORD_COMMA && word_at(p, 0) != WORD_COLON)
    plan(p, task_expression, node, ROLE_VALUE, LEVEL_ASSIGN);
}

/* noexcept(x), typeid(x or type). */
static void read_query(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_SIZEOF, t->role);
  bool type = word_at(p, 0) == WORD_TYPEID && looks_type(p, 2, false);
  take_punct(p, node);
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket(p, node, type ? task_type_name : task_full,
            type ? ROLE_TYPE : ROLE_VALUE, 0);
}

static bool read_name(parser *p, const task *t)
{
  uint32_t last, behind = skip_name(&last, p, 0);
  word w = word_at(p, 0), next = word_at(p, 1);
  bool is_operator =
      w == WORD_OPERATOR || (w == WORD_COLONS && next == WORD_OPERATOR);
  bool braced = word_at(p, behind) == WORD_OPEN_BRACE && behind > 0;
  bool type =
      last && word_at(p, behind) != WORD_DOT && is_type_name(p, last - 1);
  if (!behind && !is_operator)
    return false;
  if (type && (braced || word_at(p, behind) == WORD_OPEN_PAREN)) {
    plan(p, task_postfix, t->node, t->role, 0);
    read_construction(p, t);
    return true;
  }
  if (behind == 1 && !is_operator)
    return false;
  plan(p, task_postfix, t->node, t->role, 0);
  plan_name(p, t->node, KIND_NAME, KIND_QUALIFIED, t->role);
  return true;
}

/* Reads an operand if it is one that C lacks. */
bool read_cxx_operand(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (w == WORD_COLONS &&
      (word_at(p, 1) == WORD_NEW || word_at(p, 1) == WORD_DELETE))
    w = word_at(p, 1);
  switch (w) {
  case WORD_THIS:
    plan(p, task_postfix, t->node, t->role, 0);
    take(p, t->node, KIND_THIS, t->role);
    return true;
  case WORD_CONSTANT:
    plan(p, task_postfix, t->node, t->role, 0);
    take(p, t->node, KIND_LITERAL, t->role);
    return true;
  case WORD_CARET:
  case WORD_OPEN_BRACKET:
    plan(p, task_postfix, t->node, t->role, 0);
    read_lambda(p, t);
    return true;
  case WORD_NEW:
    read_new(p, t);
    return true;
  case WORD_DELETE:
    read_delete(p, t);
    return true;
  case WORD_CAST:
    plan(p, task_postfix, t->node, t->role, 0);
    read_named_cast(p, t);
    return true;
  case WORD_TYPEID:
  case WORD_NOEXCEPT:
    plan(p, task_postfix, t->node, t->role, 0);
    read_query(p, t);
    return true;
  case WORD_THROW:
    read_prefixed(p, t, KIND_THROW);
    return true;
  case WORD_AWAIT:
    read_prefixed(p, t, KIND_AWAIT);
    return true;
  case WORD_REQUIRES:
    read_requires(p, t);
    return true;
  case WORD_ELLIPSIS:
    read_left_fold(p, t);
    return true;
  default:
    break;
  }
  if (w == WORD_TYPENAME || w == WORD_AUTO || syntax_class(w) == CLASS_TYPE ||
      (syntax_class(w) == CLASS_TYPEOF &&
       word_at(p, behind_bracket(p, 1)) != WORD_COLONS)) {
    plan(p, task_postfix, t->node, t->role, 0);
    read_construction(p, t);
    return true;
  }
  return read_name(p, t);
}
