/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What C++ adds to statements: declarations among expressions, conditions that
 * declare, `for` over a range, and handlers.
 *
 * `T (x)`, `T * x` and `T x (y)` may be declarations or expressions; the first
 * is read as an expression, the second as what the name T says, the third as a
 * declaration.
 */
#include "parser.h"

/* ---- declaration or expression ---- */

/* Do operators of pointers and a name that a declaration may have follow? */
static bool declares_pointer(const parser *p, uint32_t ahead, bool type)
{
  uint32_t start = ahead;
  while (word_at(p, ahead) == WORD_STAR || word_at(p, ahead) == WORD_AND ||
         word_at(p, ahead) == WORD_AND_AND || word_at(p, ahead) == WORD_CARET ||
         (ahead > start && syntax_class(word_at(p, ahead)) == CLASS_QUALIFIER))
    ahead++;
  word w = word_at(p, ahead + 1);
  if (ahead == start || (!type && word_at(p, start) != WORD_STAR))
    return false;
  if (!at_identifier(p, ahead))
    return type && (word_at(p, ahead) == WORD_OPEN_PAREN ||
                    word_at(p, ahead) == WORD_ATTRIBUTE ||
                    syntax_class(word_at(p, ahead - 1)) == CLASS_QUALIFIER);
  bool ends = p->pos + ahead + 1 >= p->limit;
  return ends || w == WORD_SEMICOLON || w == WORD_ASSIGN || w == WORD_COMMA ||
         w == WORD_COLON ||
         (type && (w == WORD_OPEN_BRACE || w == WORD_OPEN_PAREN ||
                   w == WORD_OPEN_BRACKET || w == WORD_CLOSE_PAREN ||
                   w == WORD_COLONS));
}

/* What follows the type of a declaration? */
static bool declares_behind(const parser *p, uint32_t ahead, bool type)
{
  word w = word_at(p, ahead);
  if (at_identifier(p, ahead) || syntax_class(w) == CLASS_QUALIFIER ||
      w == WORD_AUTO || w == WORD_ATTRIBUTE || w == WORD_OPERATOR ||
      (type && w == WORD_SEMICOLON) ||
      (type && syntax_class(w) == CLASS_STORAGE))
    return true;
  if (w == WORD_OPEN_PAREN && type) {
    word inner = word_at(p, ahead + 1);
    uint32_t behind = behind_bracket(p, ahead);
    w = word_at(p, behind);
    return (inner == WORD_STAR || inner == WORD_AND || inner == WORD_AND_AND) &&
           (w == WORD_OPEN_PAREN || w == WORD_OPEN_BRACKET ||
            w == WORD_ASSIGN || w == WORD_SEMICOLON);
  }
  return declares_pointer(p, ahead, type);
}

bool starts_cxx_declaration(const parser *p)
{
  uint32_t ahead = 0, last;
  while (word_at(p, ahead) == WORD_EXTENSION)
    ahead++;
  word w = word_at(p, ahead);
  word_class class = syntax_class(w);
  if (w == WORD_AUTO)
    return word_at(p, ahead + 1) != WORD_OPEN_PAREN &&
           word_at(p, ahead + 1) != WORD_OPEN_BRACE;
  if (class == CLASS_STORAGE || class == CLASS_QUALIFIER ||
      class == CLASS_TAG || class == CLASS_ATTRIBUTE || at_attribute(p) ||
      w == WORD_USING || w == WORD_NAMESPACE || w == WORD_TEMPLATE ||
      w == WORD_CONCEPT || w == WORD_STATIC_ASSERT)
    return true;
  if (class == CLASS_TYPE) {
    while (syntax_class(word_at(p, ahead)) == CLASS_TYPE)
      ahead++;
    return declares_behind(p, ahead, true);
  }
  if (w == WORD_TYPENAME)
    return declares_behind(p, skip_name(&last, p, ahead + 1), true);
  uint32_t behind = skip_name(&last, p, ahead);
  if (class == CLASS_TYPEOF && !last)
    return behind_bracket(p, ahead + 1) &&
           declares_behind(p, behind_bracket(p, ahead + 1), true);
  return last && declares_behind(p, behind, is_type_name(p, last - 1));
}

/* ---- conditions ---- */

static void task_condition(parser *p, const task *t)
{
  if (at_end(p))
    return;
  if (starts_cxx_declaration(p))
    plan(p, task_declaration, t->node, ROLE_FIXED, IN_FOR);
  else
    plan(p, task_expression, t->node, t->role, LEVEL_COMMA);
}

/* A declaration or an expression, with a semicolon. */
static void task_init_statement(parser *p, const task *t)
{
  plan_semicolon(p, t->node);
  if (word_at(p, 0) == WORD_SEMICOLON)
    return;
  if (starts_cxx_declaration(p))
    plan(p, task_declaration, t->node, ROLE_FIXED, IN_FOR);
  else
    plan(p, task_expression, t->node, ROLE_DISCARD, LEVEL_COMMA);
}

static bool has_init(const parser *p)
{
  return find_word(p, (word[]){ WORD_SEMICOLON, WORD_NONE }) < p->limit;
}

static void task_head_inside(parser *p, const task *t)
{
  plan(p, task_condition, t->node, t->role, 0);
  if (has_init(p))
    plan(p, task_init_statement,
         open_node(p, t->node, KIND_INIT_STATEMENT, ROLE_OPTION), ROLE_FIXED,
         0);
}

void task_cxx_head(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_CONSTEXPR || word_at(p, 0) == WORD_NOT) {
    bool alone = word_at(p, 1) != WORD_OPEN_PAREN;
    ARRAY_PUSH(&p->tasks, *t);
    take(p, t->node, KIND_TOKEN, alone ? ROLE_PUNCT : ROLE_OPTION);
  } else if (word_at(p, 0) == WORD_OPEN_PAREN) {
    bracket(p, t->node, task_head_inside, t->role, 0);
  }
}

/* ---- for over a range ---- */

static void task_range(parser *p, const task *t)
{
  if (take_if(p, t->node, WORD_COLON))
    plan(p, task_initializer, t->node, ROLE_INITIAL, 0);
}

static void task_range_head(parser *p, const task *t)
{
  plan(p, task_range, t->node, ROLE_FIXED, 0);
  plan(p, task_declaration, t->node, ROLE_FIXED, IN_FOR);
  if (has_init(p))
    plan(p, task_init_statement,
         open_node(p, t->node, KIND_INIT_STATEMENT, ROLE_OPTION), ROLE_FIXED,
         0);
}

/* Reads the head of a `for` over a range, whose node t->node is. */
bool read_range_for(parser *p, const task *t)
{
  static const word ends[] = { WORD_COLON, WORD_SEMICOLON, WORD_QUESTION,
                               WORD_NONE };
  uint32_t close = behind_bracket(p, 0);
  if (word_at(p, 0) != WORD_OPEN_PAREN || !close)
    return false;
  parser inside = *p;
  inside.limit = p->pos + close - 1;
  inside.pos++;
  uint32_t at = find_word(&inside, ends);
  if (at < inside.limit && p->s->words[at] == WORD_SEMICOLON) {
    inside.pos = at + 1;
    at = find_word(&inside, ends);
  }
  if (at >= inside.limit || p->s->words[at] != WORD_COLON)
    return false;
  p->s->nodes.data[t->node].kind = KIND_RANGE_FOR;
  bracket(p, t->node, task_range_head, ROLE_FIXED, 0);
  return true;
}

/* ---- handlers ---- */

/* A handler needs what it catches, though it may be anything. */
static void task_handler(parser *p, const task *t)
{
  syntax_node *nodes = p->s->nodes.data;
  for (uint32_t at = nodes[t->node].child; at != NODE_NONE; at = nodes[at].next)
    if (nodes[at].role == ROLE_ELEMENT)
      nodes[at].role =
          nodes[at].kind == KIND_PARAMETER ? ROLE_CAUGHT : ROLE_FIXED;
  if (word_at(p, 0) == WORD_OPEN_BRACE)
    plan_compound(p, t->node, ROLE_INNER_BODY);
}

static void task_catch_list(parser *p, const task *t)
{
  if (word_at(p, 0) != WORD_CATCH)
    return;
  ARRAY_PUSH(&p->tasks, *t);
  uint32_t node = open_node(p, t->node, KIND_CATCH, ROLE_ELEMENT);
  take_punct(p, node);
  plan(p, task_handler, node, ROLE_FIXED, 0);
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket(p, node, task_parameters, ROLE_FIXED, 0);
}

void task_catches(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_CATCH)
    plan_list(p, task_catch_list, t->node, KIND_CATCHES, ROLE_ELEMENT, 0);
}

void task_try(parser *p, const task *t)
{
  plan(p, task_catches, t->node, ROLE_FIXED, 0);
  if (word_at(p, 0) == WORD_OPEN_BRACE)
    plan_compound(p, t->node, ROLE_INNER_BODY);
}
