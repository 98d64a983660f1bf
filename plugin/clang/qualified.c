/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Names of C++ with their qualifiers and template arguments, and what tells a
 * type from a value.
 *
 * Of `a::b<c>::d` each qualifier is optional and a node of its own. A name alone
 * stays the leaf that it is in C. Whether a name is a type is asked of libclang
 * (hints), then of what the text declares (known.c), then of what follows it.
 */
#include "known.h"
#include "parser.h"

/* ---- looking ahead ---- */

bool at_template_list(const parser *p, uint32_t ahead)
{
  return word_at(p, ahead) == WORD_OPEN_ANGLE && behind_bracket(p, ahead);
}

static uint32_t skip_list(const parser *p, uint32_t ahead)
{
  return at_template_list(p, ahead) ? behind_bracket(p, ahead) : ahead;
}

uint32_t skip_name(uint32_t *last_out, const parser *p, uint32_t ahead)
{
  uint32_t start = ahead;
  *last_out = 0;
  if (syntax_class(word_at(p, ahead)) == CLASS_TYPEOF)
    ahead = behind_bracket(p, ahead + 1);
  if (ahead != start && word_at(p, ahead) != WORD_COLONS)
    return start;
  ahead += word_at(p, ahead) == WORD_COLONS;
  for (;;) {
    ahead += word_at(p, ahead) == WORD_TEMPLATE;
    if (word_at(p, ahead) == WORD_OPERATOR || word_at(p, ahead) == WORD_TILDE) {
      *last_out = 0;
      return word_at(p, ahead - 1) == WORD_COLONS ? ahead : start;
    }
    if (!at_identifier(p, ahead))
      return *last_out ? ahead : start;
    *last_out = ahead + 1;
    ahead = skip_list(p, ahead + 1);
    word after = word_at(p, ahead + 1);
    if (word_at(p, ahead) != WORD_COLONS || after == WORD_STAR)
      return ahead;
    ahead++;
  }
}

bool is_type_name(const parser *p, uint32_t ahead)
{
  uint32_t at = p->s->visible[p->pos + ahead];
  int hint = p->hints ? p->hints[at] : HINT_NONE;
  if (hint != HINT_NONE)
    return hint == HINT_TYPE;
  return known_bits(p->s->known, &p->s->tokens[at], p->s->text) & KNOWN_TYPE;
}

static bool is_unknown(const parser *p, uint32_t ahead)
{
  uint32_t at = p->s->visible[p->pos + ahead];
  return (!p->hints || p->hints[at] == HINT_NONE) &&
         !known_bits(p->s->known, &p->s->tokens[at], p->s->text);
}

static bool is_pointer_word(word w)
{
  return w == WORD_STAR || w == WORD_AND || w == WORD_AND_AND;
}

/* Can the token begin an operand? */
static bool begins_operand(const parser *p, uint32_t ahead)
{
  token_kind kind = kind_at(p, ahead);
  word w = word_at(p, ahead);
  return at_identifier(p, ahead) || kind == TOKEN_NUMBER ||
         kind == TOKEN_STRING || kind == TOKEN_CHARACTER || w == WORD_THIS ||
         w == WORD_CONSTANT || w == WORD_SIZEOF || w == WORD_NOT ||
         w == WORD_MINUS || w == WORD_COLONS || w == WORD_CAST;
}

/* Does the parenthesis at `ahead` belong to a declarator without a name, or hold
 * parameters? */
static bool is_abstract_paren(const parser *p, uint32_t ahead, bool listed)
{
  word w = word_at(p, ahead + 1);
  uint32_t last;
  if (is_pointer_word(w))
    return word_at(p, ahead + 2) == WORD_CLOSE_PAREN ||
           word_at(p, behind_bracket(p, ahead)) == WORD_OPEN_PAREN ||
           word_at(p, behind_bracket(p, ahead)) == WORD_OPEN_BRACKET;
  uint32_t behind = skip_name(&last, p, ahead + 1);
  if (last && word_at(p, behind) == WORD_COLONS)
    return true;
  return listed && (w == WORD_CLOSE_PAREN || w == WORD_ELLIPSIS ||
                    looks_type(p, ahead + 1, false));
}

/* Does a type go on, or end, at `ahead`? */
static bool goes_on(const parser *p, uint32_t ahead, bool listed)
{
  word w = word_at(p, ahead);
  if (p->pos + ahead >= p->limit || w == WORD_COMMA || w == WORD_ELLIPSIS ||
      w == WORD_CLOSE_PAREN || w == WORD_COLONS || w == WORD_ATTRIBUTE ||
      w == WORD_OPEN_BRACKET || w == WORD_AUTO ||
      syntax_class(w) == CLASS_QUALIFIER || at_identifier(p, ahead))
    return true;
  if (w == WORD_OPEN_PAREN)
    return is_abstract_paren(p, ahead, listed);
  while (is_pointer_word(w) || syntax_class(w) == CLASS_QUALIFIER)
    w = word_at(p, ++ahead);
  word before = word_at(p, ahead - 1);
  if (syntax_class(before) == CLASS_QUALIFIER)
    return true;
  return is_pointer_word(before) && (!begins_operand(p, ahead) || !listed);
}

/* What a type begins with, up to where a declarator may begin; *out is whether
 * it surely is one, also if an unknown name has arguments (`listed`). Returns
 * `ahead` if there is nothing such. */
static uint32_t skip_type(bool *out, const parser *p, uint32_t ahead,
                          bool listed)
{
  word w = word_at(p, ahead);
  uint32_t last, behind;
  *out = true;
  while (syntax_class(word_at(p, ahead)) == CLASS_TYPE)
    ahead++;
  if (syntax_class(w) == CLASS_TYPE)
    return ahead;
  if (w == WORD_TYPENAME)
    return skip_name(&last, p, ahead + 1);
  behind = skip_name(&last, p, ahead);
  if (syntax_class(w) == CLASS_TYPEOF && !last)
    return behind_bracket(p, ahead + 1) ? behind_bracket(p, ahead + 1) : ahead;
  *out = last && (is_type_name(p, last - 1) ||
                  (listed && behind > last && is_unknown(p, last - 1)));
  return last ? behind : ahead;
}

bool looks_type(const parser *p, uint32_t ahead, bool listed)
{
  while (word_at(p, ahead) == WORD_EXTENSION ||
         (syntax_class(word_at(p, ahead)) == CLASS_ATTRIBUTE &&
          behind_bracket(p, ahead + 1)))
    ahead = word_at(p, ahead) == WORD_EXTENSION ? ahead + 1
                                                : behind_bracket(p, ahead + 1);
  word w = word_at(p, ahead);
  word_class class = syntax_class(w);
  bool sure;
  if (w == WORD_AUTO && word_at(p, ahead + 1) == WORD_OPEN_BRACE)
    return false;
  if (w == WORD_AUTO && word_at(p, ahead + 1) == WORD_OPEN_PAREN)
    return is_abstract_paren(p, ahead + 1, listed);
  if (class == CLASS_STORAGE || class == CLASS_QUALIFIER || class == CLASS_TAG)
    return true;
  uint32_t behind = skip_type(&sure, p, ahead, listed);
  if (behind == ahead)
    return false;
  if (!sure)
    return at_identifier(p, behind);
  return goes_on(p, behind, listed);
}

/* ---- reading ---- */

/* Is it part of the name of an operator function? */
static bool is_operator_word(const parser *p)
{
  word w = word_at(p, 0);
  return kind_at(p, 0) == TOKEN_PUNCTUATION && w != WORD_COLONS &&
         w != WORD_OPEN_ANGLE && w != WORD_SEMICOLON &&
         (w == WORD_COMMA || w >= WORD_COLON);
}

static void read_operator(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_OPERATOR_NAME, ROLE_FIXED);
  take_punct(p, node);
  word w = word_at(p, 0);
  if (w == WORD_OPEN_PAREN || w == WORD_OPEN_BRACKET) {
    bracket(p, node, NULL, ROLE_FIXED, 0);
  } else if (kind_at(p, 0) == TOKEN_STRING) {
    take_punct(p, node);
    if (at_identifier(p, 0))
      take_punct(p, node);
  } else if (w == WORD_NEW || w == WORD_DELETE) {
    take_punct(p, node);
    if (word_at(p, 0) == WORD_OPEN_BRACKET)
      bracket(p, node, NULL, ROLE_FIXED, 0);
  } else if (is_operator_word(p)) {
    do
      take_punct(p, node);
    while (w != WORD_COMMA && word_at(p, 0) != WORD_COMMA &&
           is_operator_word(p));
  } else if (w == WORD_AWAIT) {
    take_punct(p, node);
  } else if (!at_end(p)) {
    plan(p, task_declarator, node, ROLE_FIXED, ABSTRACT | NO_SUFFIX);
    plan(p, task_specifiers, node, ROLE_FIXED, ANY_TYPE);
  }
}

void task_template_arguments(parser *p, const task *t)
{
  if (!next_element(p, t))
    return;
  bool type = looks_type(p, 0, true);
  syntax_role role = type ? ROLE_TEMPLATE_TYPE : ROLE_TEMPLATE_VALUE;
  plan(p, task_rest, t->node, ROLE_OPTION, 0);
  plan(p, task_expansion, t->node, role,
       type ? KIND_TYPE_EXPANSION : KIND_EXPANSION);
  if (type)
    plan(p, task_type_name, t->node, role, 0);
  else
    plan(p, task_initializer, t->node, role, 0);
}

void plan_template_list(parser *p, uint32_t node, syntax_role role)
{
  bracket_list(p, open_node(p, node, KIND_TEMPLATE_LIST, role),
               KIND_TEMPLATE_ARGUMENTS, task_template_arguments, ROLE_ELEMENT,
               0);
}

/* Is the identifier a qualifier? */
static bool is_qualifier(const parser *p)
{
  uint32_t behind = skip_list(p, 1);
  return word_at(p, behind) == WORD_COLONS && (p->pos + behind + 1 < p->limit);
}

static void task_operator_list(parser *p, const task *t)
{
  if (at_template_list(p, 0))
    plan_template_list(p, t->node, t->role);
}

/* The parts of a name up to a `*`; arg: the kind of the last leaf. */
void task_parts(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_COLONS)
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  take_if(p, t->node, WORD_TEMPLATE);
  if (word_at(p, 0) == WORD_OPERATOR) {
    plan(p, task_operator_list, t->node, ROLE_OPTION, 0);
    read_operator(p, t);
    return;
  }
  bool typeof_name = syntax_class(word_at(p, 0)) == CLASS_TYPEOF;
  take_if(p, t->node, WORD_TILDE);
  if ((!at_identifier(p, 0) && !typeof_name))
    return;
  if (!typeof_name && !is_qualifier(p)) {
    take(p, t->node, (syntax_kind)t->arg, ROLE_FIXED);
    if (at_template_list(p, 0))
      plan_template_list(p, t->node,
                         t->arg == KIND_TYPE ? ROLE_FIXED : ROLE_OPTION);
    return;
  }
  uint32_t node = open_node(p, t->node, KIND_QUALIFIER, ROLE_OPTION);
  ARRAY_PUSH(&p->tasks, *t);
  plan(p, task_word, node, ROLE_PUNCT, WORD_COLONS);
  take(p, node, KIND_NAME, ROLE_FIXED);
  if (typeof_name && word_at(p, 0) == WORD_OPEN_PAREN)
    bracket(p, node, task_full, ROLE_VALUE, 0);
  else if (at_template_list(p, 0))
    plan_template_list(p, node, ROLE_FIXED);
}

void plan_name(parser *p, uint32_t parent, syntax_kind leaf, syntax_kind whole,
               syntax_role role)
{
  bool alone = at_identifier(p, 0) && word_at(p, 1) != WORD_COLONS &&
               !at_template_list(p, 1);
  if (alone) {
    take(p, parent, leaf, role);
    return;
  }
  plan(p, task_parts, open_node(p, parent, whole, role), ROLE_FIXED, leaf);
}

void task_type(parser *p, const task *t)
{
  if (word_at(p, 0) != WORD_TYPENAME) {
    plan_name(p, t->node, KIND_TYPE, KIND_NAMED_TYPE, t->role);
    return;
  }
  uint32_t node = open_node(p, t->node, KIND_NAMED_TYPE, t->role);
  take(p, node, KIND_TOKEN, ROLE_OPTION);
  plan(p, task_parts, node, ROLE_FIXED, KIND_TYPE);
}

void task_expansion(parser *p, const task *t)
{
  if (word_at(p, 0) != WORD_ELLIPSIS ||
      p->s->nodes.data[t->node].last == NODE_NONE)
    return;
  take_punct(p,
             wrap_last(p, t->node, (syntax_kind)t->arg, t->role, ROLE_PATTERN));
}
