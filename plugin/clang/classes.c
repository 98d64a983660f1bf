/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Classes and enumerations of C++: heads with bases, and members. A class is a
 * `tag` as a struct of C is, its members the list `fields`; a member that is no
 * data is a declaration or a function, as outside.
 */
#include "parser.h"

/* ---- heads ---- */

static void task_base(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (plan_attribute(p, t))
    return;
  if (w == WORD_ACCESS || w == WORD_VIRTUAL) {
    ARRAY_PUSH(&p->tasks, *t);
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
    return;
  }
  plan(p, task_expansion, t->node, ROLE_FIXED, KIND_TYPE_EXPANSION);
  plan(p, task_type, t->node, ROLE_FIXED, 0);
}

static void task_bases(parser *p, const task *t)
{
  if (at_end(p) || word_at(p, 0) == WORD_OPEN_BRACE || p->pos == t->arg)
    return;
  plan(p, task_bases, t->node, ROLE_ELEMENT, p->pos);
  if (word_at(p, 0) == WORD_COMMA)
    take_comma(p, t->node);
  else
    plan(p, task_base, open_node(p, t->node, KIND_BASE, ROLE_ELEMENT),
         ROLE_FIXED, 0);
}

static void read_bases(parser *p, const task *t)
{
  bool class = t->arg != WORD_ENUM;
  uint32_t node =
      open_node(p, t->node, class ? KIND_BASES : KIND_UNDERLYING, ROLE_OPTION);
  take_punct(p, node);
  if (class)
    plan_list(p, task_bases, node, KIND_BASE_LIST, ROLE_ELEMENT, NODE_NONE);
  else
    plan(p, task_type_name, node, ROLE_TYPE, 0);
}

/* A class with a name can be left declared, but for its bases. */
static void read_body(parser *p, const task *t)
{
  const syntax_node *nodes = p->s->nodes.data;
  uint32_t last = nodes[t->node].last;
  if (nodes[last].kind == KIND_BASES && nodes[last].prev != NODE_NONE)
    last = nodes[last].prev;
  syntax_kind before = (syntax_kind)nodes[last].kind;
  bool declared = t->arg != WORD_ENUM && (before == KIND_DECLARED ||
                                          before == KIND_QUALIFIED_DECLARED);
  uint32_t body =
      open_node(p, t->node, KIND_TAG_BODY, declared ? ROLE_OPTION : ROLE_FIXED);
  bracket(p, body, task_tag_inside, ROLE_ELEMENT, t->arg);
}

static bool is_final(const parser *p)
{
  static const char *const words[] = { "final", "__final", "sealed", NULL };
  word w = word_at(p, 1);
  return token_is_any(token_at(p, 0), p->s->text, words) &&
         (w == WORD_OPEN_BRACE || w == WORD_COLON);
}

/* Is the second of two names the word `final`? */
static bool is_second_final(const parser *p)
{
  return token_is(token_at(p, 1), p->s->text, "final");
}

/* Does a base clause begin, not the width of a field? */
static bool at_bases(const parser *p)
{
  if (word_at(p, 0) != WORD_COLON)
    return false;
  uint32_t end =
      find_word(p, (word[]){ WORD_SEMICOLON, WORD_OPEN_BRACE, WORD_NONE });
  return end < p->limit && (p->s->words[end] == WORD_OPEN_BRACE ||
                            syntax_class(word_at(p, 1)) == CLASS_TYPE);
}

/* After `class`; arg: the word. */
void task_class_rest(parser *p, const task *t)
{
  if (plan_attribute(p, t))
    return;
  word w = word_at(p, 0);
  bool named = at_identifier(p, 0) || w == WORD_COLONS || w == WORD_TEMPLATE;
  uint32_t behind = behind_bracket(p, 1);
  if (at_identifier(p, 0) && word_at(p, 1) == WORD_OPEN_PAREN &&
      at_identifier(p, behind)) { /* a macro for an attribute */
    uint32_t node = open_node(p, t->node, KIND_ATTRIBUTE, ROLE_OPTION);
    ARRAY_PUSH(&p->tasks, *t);
    take_punct(p, node);
    bracket(p, node, task_arguments, ROLE_ELEMENT, 0);
  } else if (t->arg == WORD_ENUM && w == WORD_STRUCT) {
    ARRAY_PUSH(&p->tasks, *t);
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  } else if (w == WORD_OPEN_BRACE) {
    read_body(p, t);
  } else if (at_bases(p)) {
    ARRAY_PUSH(&p->tasks, *t);
    read_bases(p, t);
  } else if (at_identifier(p, 0) && is_final(p)) {
    ARRAY_PUSH(&p->tasks, *t);
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  } else if (named && !t->flag) {
    /* a name that a macro precedes is the second one */
    bool macro = at_identifier(p, 0) && at_identifier(p, 1) &&
                 (word_at(p, 2) == WORD_OPEN_BRACE ||
                  word_at(p, 2) == WORD_COLON || at_template_list(p, 2));
    ARRAY_PUSH(&p->tasks, *t);
    p->tasks.data[p->tasks.size - 1].flag = !macro || is_second_final(p);
    if (macro && !is_second_final(p))
      take(p, t->node, KIND_TOKEN, ROLE_OPTION);
    else
      plan_name(p, t->node, KIND_DECLARED, KIND_QUALIFIED_DECLARED, ROLE_FIXED);
  }
}

/* ---- members ---- */

/* `public:`, and words of other programs like it. */
static bool at_access(const parser *p)
{
  return (word_at(p, 0) == WORD_ACCESS || at_identifier(p, 0)) &&
         (word_at(p, 1) == WORD_COLON ||
          (at_identifier(p, 1) && word_at(p, 2) == WORD_COLON &&
           word_at(p, 0) == WORD_ACCESS));
}

/* Members up to the limit; arg: where the last one began. */
void task_members(parser *p, const task *t)
{
  if (at_end(p))
    return;
  plan(p, task_members, t->node, ROLE_MEMBER, p->pos);
  if (p->pos == t->arg) {
    plan_generic(p, t->node, p->pos + 1);
  } else if (word_at(p, 0) == WORD_SEMICOLON) {
    take_punct(p, open_node(p, t->node, KIND_FIELD, ROLE_MEMBER));
  } else if (at_access(p)) {
    uint32_t node = open_node(p, t->node, KIND_ACCESS, ROLE_ELEMENT);
    while (word_at(p, 0) != WORD_COLON)
      take_punct(p, node);
    take_punct(p, node);
  } else {
    plan(p, task_declaration, t->node, ROLE_MEMBER, IN_FIELDS);
  }
}
