/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What C++ adds to declarators: what follows the parameters of a function,
 * values in parentheses or braces, and the bodies of functions with their member
 * initialisers and handlers.
 */
#include <string.h>

#include "parser.h"

/* ---- what is a function ---- */

/* Does the declarator declare a function? That of a pointer to one has its name
 * in parentheses, behind a `*`. */
bool is_function_declarator(const parser *p, uint32_t node)
{
  const syntax_node *nodes = p->s->nodes.data;
  for (;;) {
    uint32_t nested = NODE_NONE;
    bool parameters = false;
    for (uint32_t at = nodes[node].child; at != NODE_NONE;
         at = nodes[at].next) {
      if (nodes[at].kind == KIND_NESTED)
        nested = at;
      parameters |= nodes[at].kind == KIND_PARAMETERS;
    }
    if (nested == NODE_NONE || !parameters)
      return parameters;
    word w = (word)p->s->words[nodes[nested].first + 1];
    if (w == WORD_NONE || w == WORD_TILDE || w == WORD_OPERATOR)
      return true;
    node = nested;
  }
}

/* Do the next parentheses hold parameters, not a value? */
bool looks_parameters(const parser *p)
{
  static const uint8_t behinds[] = { WORD_OPEN_BRACE, WORD_NOEXCEPT, WORD_THROW,
                                     WORD_ARROW,      WORD_TRY,      WORD_CONST,
                                     WORD_REQUIRES };
  word w = word_at(p, 1), after = word_at(p, behind_bracket(p, 0));
  uint32_t last, behind = skip_name(&last, p, 1);
  if (memchr(behinds, (int)after, sizeof behinds))
    return true;
  if (w == WORD_CLOSE_PAREN || w == WORD_ELLIPSIS || looks_type(p, 1, false))
    return true;
  return last &&
         (word_at(p, behind) == WORD_AND_AND ||
          word_at(p, behind) == WORD_AND || word_at(p, behind) == WORD_STAR) &&
         (at_identifier(p, behind + 1)
              ? word_at(p, behind + 2) == WORD_ASSIGN
              : word_at(p, behind + 1) == WORD_COMMA ||
                    word_at(p, behind + 1) == WORD_CLOSE_PAREN);
}

/* ---- behind the parameters ---- */

static void task_thrown(parser *p, const task *t)
{
  if (!next_element(p, t))
    return;
  plan(p, task_rest, t->node, ROLE_OPTION, 0);
  plan(p, task_expansion, t->node, ROLE_TYPE_ELEMENT, KIND_TYPE_EXPANSION);
  if (word_at(p, 0) == WORD_ELLIPSIS)
    take(p, t->node, KIND_TOKEN, ROLE_ELEMENT);
  else
    plan(p, task_type_name, t->node, ROLE_TYPE_ELEMENT, 0);
}

static void read_exceptions(parser *p, uint32_t parent)
{
  uint32_t node = open_node(p, parent, KIND_NOEXCEPT, ROLE_OPTION);
  bool throws = word_at(p, 0) == WORD_THROW;
  take_punct(p, node);
  if (word_at(p, 0) != WORD_OPEN_PAREN)
    return;
  if (throws)
    bracket_list(p, node, KIND_ARGUMENTS, task_thrown, ROLE_ELEMENT, 0);
  else
    bracket(p, open_node(p, node, KIND_CONSTRAINT, ROLE_OPTION), task_full,
            ROLE_TRUTH, 0);
}

/* `override`, `final`, or a macro for something like it. */
static bool is_virt_specifier(const parser *p)
{
  static const char *const words[] = { "override", "final", NULL };
  bool called = word_at(p, 1) == WORD_OPEN_PAREN;
  word w = word_at(p, called ? behind_bracket(p, 1) : 1);
  return at_identifier(p, 0) &&
         (token_is_any(token_at(p, 0), p->s->text, words) ||
          w == WORD_OPEN_BRACE || (called && w == WORD_SEMICOLON));
}

void task_function_suffix(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (!at_attribute(p) && syntax_class(w) != CLASS_QUALIFIER && w != WORD_AND &&
      w != WORD_AND_AND && w != WORD_NOEXCEPT && w != WORD_THROW &&
      w != WORD_ARROW && w != WORD_REQUIRES && w != WORD_CONSTEXPR &&
      !is_virt_specifier(p))
    return;
  ARRAY_PUSH(&p->tasks, *t);
  if (at_attribute(p)) {
    plan(p, task_attribute, t->node, ROLE_OPTION, 0);
  } else if (w == WORD_NOEXCEPT || w == WORD_THROW) {
    read_exceptions(p, t->node);
  } else if (w == WORD_REQUIRES) {
    plan(p, task_requires_clause, t->node, ROLE_OPTION, 0);
  } else if (w == WORD_ARROW) {
    uint32_t node = open_node(p, t->node, KIND_TRAILING_RETURN, ROLE_OPTION);
    take_punct(p, node);
    plan(p, task_type_name, node, ROLE_TYPE, 0);
  } else if (word_at(p, 1) == WORD_OPEN_PAREN) {
    uint32_t node = open_node(p, t->node, KIND_ATTRIBUTE, ROLE_OPTION);
    take_punct(p, node);
    bracket(p, node, task_arguments, ROLE_ELEMENT, 0);
  } else {
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  }
}

/* ---- values ---- */

/* `= default`, `= delete`, `= 0` of a function; a value in parentheses or
 * braces. */
bool read_function_value(parser *p, const task *t)
{
  word w = word_at(p, 0), next = word_at(p, 1);
  if (w != WORD_ASSIGN && w != WORD_OPEN_PAREN && w != WORD_OPEN_BRACE)
    return false;
  bool function = is_function_declarator(p, t->node);
  uint32_t last = p->s->nodes.data[t->node].last;
  bool valued =
      last != NODE_NONE && p->s->nodes.data[last].kind == KIND_DIRECT_VALUE;
  if (valued && w != WORD_ASSIGN)
    return false;
  size_t planned = p->tasks.size;
  ARRAY_PUSH(&p->tasks, *t);
  if (w == WORD_ASSIGN && (next == WORD_DEFAULT || next == WORD_DELETE ||
                           (function && kind_at(p, 1) == TOKEN_NUMBER))) {
    uint32_t node = open_node(p, t->node, KIND_DEFAULTED, ROLE_OPTION);
    take_punct(p, node);
    take_punct(p, node);
    if (next == WORD_DELETE && word_at(p, 0) == WORD_OPEN_PAREN)
      bracket(p, node, task_full, ROLE_TEXT, 0);
  } else if (w == WORD_OPEN_PAREN && !function) {
    uint32_t node = open_node(p, t->node, KIND_DIRECT_VALUE, ROLE_OPTION);
    bracket_list(p, node, KIND_ARGUMENTS, task_arguments, ROLE_ARGUMENT, 0);
  } else if (w == WORD_OPEN_BRACE && !function) {
    uint32_t node = open_node(p, t->node, KIND_DIRECT_VALUE, ROLE_OPTION);
    plan(p, task_initializer, node, ROLE_INITIAL, 0);
  } else {
    p->tasks.size = planned;
    return false;
  }
  return true;
}

/* ---- bodies ---- */

static void task_pack(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_ELLIPSIS)
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
}

bool starts_body(const parser *p)
{
  word w = word_at(p, 0);
  return w == WORD_OPEN_BRACE || w == WORD_TRY || w == WORD_COLON;
}

static void task_member_value(parser *p, const task *t)
{
  plan(p, task_pack, t->node, ROLE_OPTION, 0);
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket_list(p, t->node, KIND_ARGUMENTS, task_arguments, ROLE_ARGUMENT, 0);
  else if (word_at(p, 0) == WORD_OPEN_BRACE)
    plan(p, task_initializer, t->node, ROLE_FIXED, 0);
}

static void task_member_initializers(parser *p, const task *t)
{
  word w = word_at(p, 0);
  uint32_t last = p->s->nodes.data[t->node].last;
  bool begun =
      last != NODE_NONE && p->s->nodes.data[last].role != ROLE_SEPARATOR;
  if (at_end(p) || (w == WORD_COMMA) != begun)
    return;
  ARRAY_PUSH(&p->tasks, *t);
  if (take_comma(p, t->node))
    return;
  uint32_t node = open_node(p, t->node, KIND_MEMBER_INITIALIZER, ROLE_ELEMENT);
  plan(p, task_member_value, node, ROLE_FIXED, 0);
  plan(p, task_type, node, ROLE_FIXED, 0);
}

static void task_initializers_of(parser *p, const task *t)
{
  if (word_at(p, 0) != WORD_COLON)
    return;
  uint32_t node = open_node(p, t->node, KIND_MEMBER_INITIALIZERS, ROLE_OPTION);
  take_punct(p, node);
  plan_list(p, task_member_initializers, node, KIND_MEMBER_INITIALIZER_LIST,
            ROLE_ELEMENT, 0);
}

static void task_inner_body(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_OPEN_BRACE)
    plan_compound(p, t->node, ROLE_INNER_BODY);
}

/* A body with member initialisers or handlers is a node of its own, so that it
 * goes as one. */
void task_cxx_body(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_OPEN_BRACE) {
    plan_compound(p, t->node, ROLE_BODY);
    return;
  }
  uint32_t node = open_node(p, t->node, KIND_CONSTRUCTOR_BODY, ROLE_BODY);
  bool tries = take_if(p, node, WORD_TRY);
  if (tries)
    plan(p, task_catches, node, ROLE_FIXED, 0);
  plan(p, task_inner_body, node, ROLE_FIXED, 0);
  plan(p, task_initializers_of, node, ROLE_FIXED, 0);
}
