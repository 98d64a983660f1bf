/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Statements.
 *
 * A statement in a block is an element of its list; the statement of an `if` or
 * a loop is required. Labels, `else` and the clauses of `for` are optional
 * nodes of their own, so that the rest can stay without them. Tokens that begin
 * no statement are read as an expression statement, whose recovery takes the
 * rest up to the semicolon.
 */
#include "parser.h"

/* ---- compound ---- */

void plan_compound(parser *p, uint32_t parent, syntax_role role)
{
  uint32_t node = open_node(p, parent, KIND_COMPOUND, role);
  bracket_list(p, node, KIND_STATEMENTS, task_statements, ROLE_STATEMENT,
               NODE_NONE);
}

/* Statements up to the limit; arg: where the last one began. */
void task_statements(parser *p, const task *t)
{
  if (at_end(p))
    return;
  plan(p, task_statements, t->node, ROLE_STATEMENT, p->pos);
  if (p->pos == t->arg)
    plan_generic(p, t->node, p->pos + 1);
  else
    plan(p, task_statement, t->node, ROLE_STATEMENT, 0);
}

/* ---- parts ---- */

/* A parenthesised expression; it gets the role of its contents. */
static void task_head(parser *p, const task *t)
{
  if (p->s->cxx)
    task_cxx_head(p, t);
  else if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket(p, t->node, task_full, t->role, 0);
}

static void task_substatement(parser *p, const task *t)
{
  if (!at_end(p))
    plan(p, task_statement, t->node, ROLE_SUBSTATEMENT, 0);
}

static void task_semicolon_behind(parser *p, const task *t)
{
  plan_semicolon(p, t->node);
}

static void task_else(parser *p, const task *t)
{
  if (word_at(p, 0) != WORD_ELSE)
    return;
  uint32_t node = open_node(p, t->node, KIND_ELSE, ROLE_OPTION);
  take_punct(p, node);
  plan(p, task_substatement, node, ROLE_SUBSTATEMENT, 0);
}

/* ---- for ---- */

static void task_for_step(parser *p, const task *t)
{
  take_if(p, t->node, WORD_SEMICOLON);
  if (!at_end(p))
    plan(p, task_expression, t->node, ROLE_CLAUSE, LEVEL_COMMA);
}

static void task_for_condition(parser *p, const task *t)
{
  take_if(p, t->node, WORD_SEMICOLON);
  plan(p, task_for_step, t->node, ROLE_CLAUSE, 0);
  if (p->s->cxx && !at_end(p) && starts_declaration(p))
    plan(p, task_declaration, t->node, ROLE_OPTION, IN_FOR);
  else if (!at_end(p) && word_at(p, 0) != WORD_SEMICOLON)
    plan(p, task_expression, t->node, ROLE_CLAUSE_CONDITION, LEVEL_COMMA);
}

static void task_for_init(parser *p, const task *t)
{
  plan(p, task_for_condition, t->node, ROLE_CLAUSE, 0);
  if (at_end(p) || word_at(p, 0) == WORD_SEMICOLON)
    return;
  if (starts_declaration(p))
    plan(p, task_declaration, t->node, ROLE_OPTION, IN_FOR);
  else
    plan(p, task_expression, t->node, ROLE_CLAUSE, LEVEL_COMMA);
}

static void task_for_head(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket(p, t->node, task_for_init, ROLE_FIXED, 0);
}

/* ---- labels ---- */

void task_range_end(parser *p, const task *t)
{
  if (take_if(p, t->node, WORD_ELLIPSIS))
    plan(p, task_expression, t->node, ROLE_CONSTANT, LEVEL_CONDITIONAL);
}

static void task_label_attributes(parser *p, const task *t)
{
  (void)plan_attribute(p, t);
}

static void read_label(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_LABELED, t->role);
  word w = word_at(p, 0);
  plan(p, task_substatement, node, ROLE_SUBSTATEMENT, 0);
  uint32_t label =
      open_node(p, node, w == WORD_NONE ? KIND_LABEL : KIND_CASE, ROLE_OPTION);
  if (w == WORD_NONE)
    plan(p, task_label_attributes, label, ROLE_OPTION, 0);
  plan(p, task_word, label, ROLE_PUNCT, WORD_COLON);
  if (w == WORD_NONE) {
    take(p, label, KIND_DECLARED, ROLE_FIXED);
    return;
  }
  take_punct(p, label);
  if (w == WORD_DEFAULT)
    return;
  plan(p, task_range_end, label, ROLE_CONSTANT, 0);
  plan(p, task_expression, label, ROLE_CONSTANT, LEVEL_CONDITIONAL);
}

static void read_local_labels(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_LOCAL_LABELS, t->role);
  take_punct(p, node);
  plan_semicolon(p, node);
  uint32_t list = open_node(p, node, KIND_LOCAL_LABEL_LIST, ROLE_FIXED);
  while (at_identifier(p, 0)) {
    take(p, list, KIND_DECLARED, ROLE_ELEMENT);
    if (word_at(p, 0) != WORD_COMMA || !at_identifier(p, 1))
      return;
    take(p, list, KIND_TOKEN, ROLE_SEPARATOR);
  }
}

/* ---- the statements ---- */

/* Statements that begin with a word of their own. */
static bool read_keyword(parser *p, const task *t)
{
  word w = word_at(p, 0);
  static const uint8_t kinds[WORD_COUNT] = {
    [WORD_SEMICOLON] = KIND_EMPTY, [WORD_IF] = KIND_IF,
    [WORD_WHILE] = KIND_WHILE,     [WORD_DO] = KIND_DO,
    [WORD_FOR] = KIND_FOR,         [WORD_SWITCH] = KIND_SWITCH,
    [WORD_GOTO] = KIND_GOTO,       [WORD_RETURN] = KIND_RETURN,
    [WORD_BREAK] = KIND_JUMP,      [WORD_CONTINUE] = KIND_JUMP,
    [WORD_TRY] = KIND_TRY,
  };
  if (!kinds[w])
    return false;
  uint32_t node = open_node(p, t->node, (syntax_kind)kinds[w], t->role);
  take_punct(p, node);
  switch (w) {
  case WORD_IF:
    plan(p, task_else, node, ROLE_OPTION, 0);
    plan(p, task_substatement, node, ROLE_SUBSTATEMENT, 0);
    plan(p, task_head, node, ROLE_CONDITION, 0);
    break;
  case WORD_WHILE:
  case WORD_SWITCH:
    plan(p, task_substatement, node, ROLE_SUBSTATEMENT, 0);
    plan(p, task_head, node, w == WORD_WHILE ? ROLE_CONDITION : ROLE_VALUE, 0);
    break;
  case WORD_DO:
    plan(p, task_semicolon_behind, node, ROLE_PUNCT, 0);
    plan(p, task_head, node, ROLE_CONDITION, 0);
    plan(p, task_word, node, ROLE_PUNCT, WORD_WHILE);
    plan(p, task_substatement, node, ROLE_SUBSTATEMENT, 0);
    break;
  case WORD_TRY:
    plan(p, task_try, node, ROLE_FIXED, 0);
    break;
  case WORD_FOR:
    plan(p, task_substatement, node, ROLE_SUBSTATEMENT, 0);
    if (p->s->cxx && read_range_for(p, &(task){ .node = node }))
      break;
    plan(p, task_for_head, node, ROLE_FIXED, 0);
    break;
  case WORD_GOTO:
    plan_semicolon(p, node);
    if (at_identifier(p, 0))
      take(p, node, KIND_TOKEN, ROLE_FIXED);
    else if (take_if(p, node, WORD_STAR))
      plan(p, task_expression, node, ROLE_POINTER, LEVEL_COMMA);
    break;
  case WORD_RETURN:
    plan_semicolon(p, node);
    if (!at_end(p) && word_at(p, 0) != WORD_SEMICOLON)
      plan(p, task_expression, node, ROLE_RESULT, LEVEL_COMMA);
    break;
  case WORD_SEMICOLON:
    break;
  default:
    plan_semicolon(p, node);
  }
  return true;
}

static void read_attribute_statement(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_ATTRIBUTE_STATEMENT, t->role);
  plan(p, task_word, node, ROLE_PUNCT, WORD_SEMICOLON);
  plan(p, task_attribute, node, ROLE_FIXED, 0);
}

/* Attributes before a statement. */
static bool read_attributed(parser *p, const task *t)
{
  parser behind = *p;
  while (word_at(&behind, 0) == WORD_OPEN_BRACKET && at_attribute(&behind) &&
         behind_bracket(&behind, 0))
    behind.pos += behind_bracket(&behind, 0);
  if (behind.pos == p->pos || starts_declaration(&behind))
    return false;
  uint32_t node = open_node(p, t->node, KIND_LABELED, t->role);
  plan(p, task_substatement, node, ROLE_SUBSTATEMENT, 0);
  plan(p, task_label_attributes, node, ROLE_OPTION, 0);
  return true;
}

static void read_critical(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_CRITICAL, t->role);
  take(p, node, KIND_TOKEN, ROLE_OPTION);
  plan_compound(p, node, ROLE_SUBSTATEMENT);
}

/* Is the next token an attribute that no declaration follows? */
static bool at_attribute_statement(const parser *p)
{
  uint32_t behind = word_at(p, 0) == WORD_ATTRIBUTE ? behind_bracket(p, 1)
                    : at_attribute(p)               ? behind_bracket(p, 0)
                                                    : 0;
  return behind && word_at(p, behind) == WORD_SEMICOLON;
}

/* After the expression: a semicolon, or a statement if the expression looks
 * like a call but is a macro that begins a loop. */
static void task_expression_end(parser *p, const task *t)
{
  uint32_t last = p->s->nodes.data[t->node].last;
  word w = word_at(p, 0);
  bool begins = at_identifier(p, 0) || w == WORD_OPEN_BRACE ||
                (syntax_class(w) == CLASS_STATEMENT && w != WORD_ELSE &&
                 w != WORD_CASE && w != WORD_DEFAULT);
  uint8_t kind = last == NODE_NONE ? KIND_EMPTY : p->s->nodes.data[last].kind;
  bool named = p->s->cxx && kind == KIND_NAME && w == WORD_OPEN_BRACE;
  if (begins && !token_at(p, 0)->line_start && (kind == KIND_CALL || named))
    plan(p, task_substatement, t->node, ROLE_SUBSTATEMENT, 0);
  else
    plan_semicolon(p, t->node);
}

static void read_expression_statement(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_EXPRESSION_STATEMENT, t->role);
  plan(p, task_expression_end, node, ROLE_PUNCT, 0);
  plan(p, task_expression, node, ROLE_DISCARD, LEVEL_COMMA);
}

void task_statement(parser *p, const task *t)
{
  syntax_role role = t->role;
  word w = word_at(p, 0);
  bool label = at_identifier(p, 0) && word_at(p, 1) == WORD_COLON;
  if (w == WORD_OPEN_BRACE)
    plan_compound(p, t->node, role);
  else if (label || w == WORD_CASE || w == WORD_DEFAULT)
    read_label(p, t);
  else if (w == WORD_LABEL)
    read_local_labels(p, t);
  else if (w == WORD_ASM)
    plan(p, task_asm, t->node, role, KIND_ASM);
  else if (w == WORD_STATIC_ASSERT)
    plan(p, task_static_assert, t->node, role, 0);
  else if (w == WORD_CRITICAL && word_at(p, 1) == WORD_OPEN_BRACE)
    read_critical(p, t);
  else if (at_attribute_statement(p))
    read_attribute_statement(p, t);
  else if (p->s->cxx && read_attributed(p, t))
    return;
  else if (read_keyword(p, t))
    return;
  else if (starts_declaration(p))
    plan(p, task_declaration, t->node, role, IN_BLOCK);
  else
    read_expression_statement(p, t);
}
