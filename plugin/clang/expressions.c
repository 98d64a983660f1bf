/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Expressions: operators and their precedence.
 *
 * An operand is read first and added to its parent; when an operator follows, a
 * new node is wrapped around it (wrap_last) and the right operand is planned
 * with the operator's precedence. Operators that may lose one operand at a time
 * (a + b + c) become lists, whose nesting the builder may flatten; the others
 * (comparisons, assignments, ?:) become nodes with required operands.
 */
#include "parser.h"

/* Binary operators: their precedence, and the nodes that they produce. */
static const struct binary {
  uint8_t word, level, kind, role;
} binaries[] = {
  { WORD_COMMA, LEVEL_COMMA, KIND_COMMA, ROLE_COMMA_OPERAND },
  { WORD_OR_OR, LEVEL_BINARY, KIND_LOGICAL_OR, ROLE_LOGICAL_OPERAND },
  { WORD_AND_AND, LEVEL_BINARY + 1, KIND_LOGICAL_AND, ROLE_LOGICAL_OPERAND },
  { WORD_OR, LEVEL_BINARY + 2, KIND_BIT_OR, ROLE_OPERAND },
  { WORD_CARET, LEVEL_BINARY + 3, KIND_BIT_XOR, ROLE_OPERAND },
  { WORD_AND, LEVEL_BINARY + 4, KIND_BIT_AND, ROLE_OPERAND },
  { WORD_EQUALITY, LEVEL_BINARY + 5, KIND_COMPARISON, ROLE_VALUE },
  { WORD_RELATIONAL, LEVEL_BINARY + 6, KIND_COMPARISON, ROLE_VALUE },
  { WORD_SHIFT, LEVEL_BINARY + 7, KIND_SHIFT, ROLE_OPERAND },
  { WORD_PLUS, LEVEL_BINARY + 8, KIND_ADDITIVE, ROLE_OPERAND },
  { WORD_MINUS, LEVEL_BINARY + 8, KIND_ADDITIVE, ROLE_OPERAND },
  { WORD_STAR, LEVEL_BINARY + 9, KIND_MULTIPLICATIVE, ROLE_OPERAND },
  { WORD_DIVIDE, LEVEL_BINARY + 9, KIND_MULTIPLICATIVE, ROLE_OPERAND },
};

static const struct binary *find_binary(word w)
{
  for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
    if (binaries[i].word == w)
      return &binaries[i];
  return NULL;
}

static bool at_operator(const parser *p, const char *spelling)
{
  return !at_end(p) && token_is(token_at(p, 0), p->s->text, spelling);
}

static void task_tail(parser *p, const task *t);

static void read_conditional(parser *p, const task *t)
{
  ARRAY_PUSH(&p->tasks, *t);
  uint32_t node =
      wrap_last(p, t->node, KIND_CONDITIONAL, t->role, ROLE_CONDITION);
  take_punct(p, node);
  plan(p, task_expression, node, ROLE_VALUE, LEVEL_CONDITIONAL);
  plan(p, task_word, node, ROLE_PUNCT, WORD_COLON);
  if (word_at(p, 0) != WORD_COLON)
    plan(p, task_expression, node, ROLE_VALUE, LEVEL_COMMA);
}

static void read_assignment(parser *p, const task *t)
{
  ARRAY_PUSH(&p->tasks, *t);
  uint32_t node = wrap_last(p, t->node, KIND_ASSIGN, t->role, ROLE_LVALUE);
  take_punct(p, node);
  plan(p, task_expression, node, ROLE_VALUE, LEVEL_ASSIGN);
}

static void read_binary(parser *p, const task *t, const struct binary *binary)
{
  syntax_role role = (syntax_role)binary->role;
  ARRAY_PUSH(&p->tasks, *t);
  uint32_t node =
      wrap_last(p, t->node, (syntax_kind)binary->kind, t->role, role);
  bool list = role != ROLE_VALUE;
  take(p, node, KIND_TOKEN, list ? ROLE_SEPARATOR : ROLE_PUNCT);
  if (p->s->cxx && !list && at_operator(p, ">")) /* of <=> */
    take_punct(p, node);
  plan(p, task_expression, node, role, binary->level + 1u);
}

/* `x + ...` and `x + ... + y`: the level of the operators. */
static void read_fold(parser *p, const task *t, uint32_t level)
{
  uint32_t node = wrap_last(p, t->node, KIND_FOLD, t->role, ROLE_PATTERN);
  word w = word_at(p, 0);
  take_punct(p, node);
  take_punct(p, node);
  if (word_at(p, 0) == w && take_if(p, node, w))
    plan(p, task_expression, node, ROLE_PATTERN, level + 1);
}

/* `x.*y`, `x->*y`: binds tighter than all binary operators. */
static bool read_member_pointer(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (!p->s->cxx || (w != WORD_DOT && w != WORD_ARROW) ||
      word_at(p, 1) != WORD_STAR)
    return false;
  ARRAY_PUSH(&p->tasks, *t);
  uint32_t node = wrap_last(p, t->node, KIND_MEMBER_POINTER, t->role,
                            w == WORD_DOT ? ROLE_RECORD : ROLE_POINTER);
  take_punct(p, node);
  take_punct(p, node);
  plan(p, task_unary, node, ROLE_INNER, 0);
  return true;
}

/* What follows an operand; arg: the minimum precedence of an operator. */
static void task_tail(parser *p, const task *t)
{
  if (p->missing) {
    p->missing = false;
    return;
  }
  word w = word_at(p, 0);
  const struct binary *binary = find_binary(w);
  if (p->s->cxx && word_at(p, 1) == WORD_ELLIPSIS &&
      (binary || w == WORD_ASSIGN || w == WORD_COMPOUND_ASSIGN)) {
    read_fold(p, t, binary ? binary->level : LEVEL_ASSIGN);
  } else if (read_member_pointer(p, t)) {
    return;
  } else if (w == WORD_ASSIGN || w == WORD_COMPOUND_ASSIGN) {
    if (t->arg <= LEVEL_ASSIGN)
      read_assignment(p, t);
  } else if (w == WORD_QUESTION) {
    if (t->arg <= LEVEL_CONDITIONAL)
      read_conditional(p, t);
  } else if (binary && t->arg <= binary->level) {
    read_binary(p, t, binary);
  }
}

void task_expression(parser *p, const task *t)
{
  plan(p, task_tail, t->node, t->role, t->arg);
  plan(p, task_unary, t->node, t->role, 0);
}

void task_full(parser *p, const task *t)
{
  if (!at_end(p))
    plan(p, task_expression, t->node, t->role, LEVEL_COMMA);
}

void task_rest(parser *p, const task *t)
{
  uint32_t end = find_word(p, (word[]){ WORD_COMMA, WORD_NONE });
  p->missing = false;
  if (p->pos < end)
    plan_generic(p, t->node, end);
}

void task_arguments(parser *p, const task *t)
{
  if (!next_element(p, t))
    return;
  bool type = starts_type(p, 0);
  plan(p, task_rest, t->node, ROLE_OPTION, 0);
  if (p->s->cxx)
    plan(p, task_expansion, t->node, type ? ROLE_TYPE_ELEMENT : t->role,
         type ? KIND_TYPE_EXPANSION : KIND_EXPANSION);
  if (type)
    plan(p, task_type_name, t->node, p->s->cxx ? ROLE_TYPE_ELEMENT : ROLE_TYPE,
         0);
  else if (p->s->cxx)
    plan(p, task_initializer, t->node, t->role, 0);
  else
    plan(p, task_expression, t->node, t->role, LEVEL_ASSIGN);
}
