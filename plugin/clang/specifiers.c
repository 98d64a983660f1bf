/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What C++ adds to specifiers and to the names of declarators.
 *
 * The first name of a declaration is its type, unless a parenthesis follows it:
 * then it is a constructor, or a guide for deduction. After a type, a name is
 * what is declared.
 */
#include "parser.h"

/* ---- specifiers ---- */

static void again(parser *p, const task *t, bool typed)
{
  plan(p, task_specifiers, t->node, ROLE_FIXED,
       (t->arg & ANY_TYPE) | (typed ? TYPED : 0u));
}

/* Is the name a constraint of `auto`? */
static bool is_constraint(const parser *p, uint32_t behind)
{
  return word_at(p, behind) == WORD_AUTO ||
         (syntax_class(word_at(p, behind)) == CLASS_TYPEOF &&
          word_at(p, behind + 2) == WORD_AUTO);
}

/* Does the parenthesis hold a declarator, before parameters or an array? */
static bool holds_declarator(const parser *p, uint32_t ahead)
{
  word w = word_at(p, ahead + 1), after = word_at(p, behind_bracket(p, ahead));
  uint32_t last, behind = skip_name(&last, p, ahead + 1);
  bool star = w == WORD_STAR || w == WORD_AND || w == WORD_AND_AND ||
              (last && word_at(p, behind) == WORD_COLONS);
  bool alone = last && word_at(p, behind) == WORD_CLOSE_PAREN;
  return (star || alone) &&
         (after == WORD_OPEN_PAREN || after == WORD_OPEN_BRACKET);
}

/* Does the name declare something that has no type? */
static bool is_untyped(const parser *p, const task *t, uint32_t last,
                       uint32_t behind)
{
  word w = word_at(p, behind);
  if (!last || w != WORD_OPEN_PAREN)
    return !last;
  bool nested = holds_declarator(p, behind);
  return !nested && !(t->arg & ANY_TYPE);
}

/* Reads a type's name, or a constraint. */
static bool read_type(parser *p, const task *t)
{
  uint32_t last, behind = skip_name(&last, p, word_at(p, 0) == WORD_TYPENAME);
  if (word_at(p, 0) == WORD_TYPENAME) {
    again(p, t, true);
    plan(p, task_type, t->node, ROLE_TYPE, 0);
    return true;
  }
  if (!behind)
    return false;
  if (is_constraint(p, behind)) {
    again(p, t, false);
    plan_name(p, open_node(p, t->node, KIND_CONSTRAINT, ROLE_OPTION), KIND_NAME,
              KIND_QUALIFIED, ROLE_FIXED);
    return true;
  }
  if (is_untyped(p, t, last, behind))
    return false;
  again(p, t, true);
  plan(p, task_type, t->node, ROLE_TYPE, 0);
  return true;
}

/* Plans the task again if it reads one; the caller does the others. */
bool read_cxx_specifier(parser *p, const task *t, bool typed)
{
  word w = word_at(p, 0);
  if (w == WORD_AUTO && !typed) {
    again(p, t, true);
    take(p, t->node, KIND_TYPE, ROLE_TYPE);
    return true;
  }
  if (w == WORD_VIRTUAL && word_at(p, 1) == WORD_OPEN_PAREN) {
    uint32_t node = open_node(p, t->node, KIND_NOEXCEPT, ROLE_OPTION);
    again(p, t, typed);
    take_punct(p, node);
    bracket(p, open_node(p, node, KIND_CONSTRAINT, ROLE_OPTION), task_full,
            ROLE_TRUTH, 0);
    return true;
  }
  if (w == WORD_THIS && !typed) { /* an explicit object parameter */
    again(p, t, typed);
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
    return true;
  }
  bool name = at_identifier(p, 0) || w == WORD_COLONS || w == WORD_TYPENAME ||
              (syntax_class(w) == CLASS_TYPEOF &&
               word_at(p, behind_bracket(p, 1)) == WORD_COLONS);
  return !typed && name && read_type(p, t);
}

/* ---- declarators ---- */

/* `A::*` of a pointer to a member. */
static bool at_member_star(const parser *p)
{
  uint32_t last, behind = skip_name(&last, p, 0);
  return last && word_at(p, behind) == WORD_COLONS &&
         word_at(p, behind + 1) == WORD_STAR;
}

static void task_star(parser *p, const task *t)
{
  take_if(p, t->node, WORD_STAR);
}

/* Reads an operator before the name, and plans the task again. */
bool read_cxx_operator(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (w == WORD_AND || w == WORD_AND_AND || w == WORD_ELLIPSIS) {
    ARRAY_PUSH(&p->tasks, *t);
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
    return true;
  }
  if (!at_member_star(p))
    return false;
  ARRAY_PUSH(&p->tasks, *t);
  uint32_t node = open_node(p, t->node, KIND_MEMBER_STAR, ROLE_OPTION);
  plan(p, task_star, node, ROLE_FIXED, 0);
  plan(p, task_parts, node, ROLE_FIXED, KIND_NAME);
  return true;
}

static void task_bindings(parser *p, const task *t)
{
  if (!next_element(p, t))
    return;
  plan(p, task_rest, t->node, ROLE_OPTION, 0);
  if (word_at(p, 0) == WORD_ELLIPSIS)
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  if (at_identifier(p, 0))
    take(p, t->node, KIND_DECLARED, ROLE_ELEMENT);
}

/* Reads the declared name if it is none that C has. */
bool read_cxx_declared(parser *p, const task *t)
{
  word w = word_at(p, 0);
  bool abstract = t->arg & ABSTRACT;
  if (w == WORD_OPEN_BRACKET && !abstract) {
    p->tasks.size--; /* no suffixes */
    bracket_list(p, open_node(p, t->node, KIND_BINDINGS, ROLE_FIXED),
                 KIND_BINDING_LIST, task_bindings, ROLE_ELEMENT, 0);
    return true;
  }
  bool named = at_identifier(p, 0) &&
               (word_at(p, 1) == WORD_COLONS || at_template_list(p, 1));
  if (abstract
          ? !named
          : !named && w != WORD_COLONS && w != WORD_OPERATOR && w != WORD_TILDE)
    return false;
  plan_name(p, t->node, KIND_DECLARED, KIND_QUALIFIED_DECLARED, t->role);
  return true;
}

/* Is the next parenthesis part of a declarator without a name? */
bool is_cxx_nested(const parser *p)
{
  word w = word_at(p, 1);
  uint32_t last, behind = skip_name(&last, p, 1);
  return w == WORD_STAR || w == WORD_AND || w == WORD_AND_AND ||
         w == WORD_CARET || w == WORD_OPEN_BRACKET ||
         (w == WORD_OPEN_PAREN && behind_bracket(p, 1) > 3) ||
         w == WORD_ATTRIBUTE || (last && word_at(p, behind) == WORD_COLONS) ||
         (last && !looks_type(p, 1, false) &&
          word_at(p, behind) == WORD_CLOSE_PAREN && !is_type_name(p, last - 1));
}
