/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Declarations: specifiers, then declarators, then a semicolon or a body.
 *
 * A declaration is one node with its specifiers and a list of declarators, so
 * that `int a, *b;` can lose one of them or both. libclang gives every
 * declarator an extent that starts at `int`, and visits a tag defined there
 * twice; reading the tokens avoids both. The role of the type (required, or
 * optional as in a function's result) is known only after the whole declaration
 * has been read.
 *
 * Declarations, statements and expressions are mutually recursive, and so are
 * the six files that parse them.
 */
#include "base/hash.h"
#include "parser.h"

#include <string.h>

/* ---- what begins a declaration ---- */

static bool names_type(const parser *p, uint32_t ahead)
{
  if (!at_identifier(p, ahead))
    return false;
  uint32_t at = p->s->visible[p->pos + ahead];
  int hint = p->hints ? p->hints[at] : HINT_NONE;
  if (hint != HINT_NONE)
    return hint == HINT_TYPE;
  return map_find(&p->typedefs, token_hash(&p->s->tokens[at], p->s->text)) !=
         MAP_NONE;
}

bool starts_type(const parser *p, uint32_t ahead)
{
  if (p->s->cxx)
    return looks_type(p, ahead, false);
  while (word_at(p, ahead) == WORD_EXTENSION)
    ahead++;
  word w = word_at(p, ahead);
  word_class class = syntax_class(w);
  if (w == WORD_ATTRIBUTE) {
    uint32_t behind = behind_bracket(p, ahead + 1);
    return behind && starts_type(p, behind);
  }
  return (class >= CLASS_STORAGE && class <= CLASS_TAG) || names_type(p, ahead);
}

bool at_attribute(const parser *p)
{
  return syntax_class(word_at(p, 0)) == CLASS_ATTRIBUTE ||
         (word_at(p, 0) == WORD_OPEN_BRACKET &&
          word_at(p, 1) == WORD_OPEN_BRACKET);
}

bool plan_attribute(parser *p, const task *t)
{
  if (!at_attribute(p))
    return false;
  ARRAY_PUSH(&p->tasks, *t);
  plan(p, task_attribute, t->node, ROLE_OPTION, 0);
  return true;
}

/* `T x`, `T *x;`: only a declaration has this form, whatever T is. */
static bool looks_declared(const parser *p)
{
  if (!at_identifier(p, 0))
    return false;
  if (at_identifier(p, 1))
    return true;
  if (p->hints && p->hints[p->s->visible[p->pos]] == HINT_VALUE)
    return false;
  uint32_t ahead = 1;
  while (word_at(p, ahead) == WORD_STAR ||
         (ahead > 1 && syntax_class(word_at(p, ahead)) == CLASS_QUALIFIER))
    ahead++;
  word w = word_at(p, ahead + 1);
  return ahead > 1 && at_identifier(p, ahead) &&
         (w == WORD_SEMICOLON || w == WORD_ASSIGN || w == WORD_COMMA);
}

bool starts_declaration(const parser *p)
{
  uint32_t ahead = 0;
  if (p->s->cxx)
    return starts_cxx_declaration(p);
  while (word_at(p, ahead) == WORD_EXTENSION)
    ahead++;
  if (names_type(p, ahead)) {
    word w = word_at(p, ahead + 1);
    return w != WORD_COLON && w != WORD_ASSIGN && w != WORD_COMPOUND_ASSIGN &&
           w != WORD_DOT && w != WORD_ARROW && w != WORD_INCREMENT;
  }
  return syntax_class(word_at(p, ahead)) == CLASS_ATTRIBUTE ||
         word_at(p, 0) == WORD_STATIC_ASSERT || starts_type(p, ahead) ||
         at_attribute(p) || looks_declared(p);
}

/* ---- attributes ---- */

static void task_attribute_items(parser *p, const task *t)
{
  if (!next_element(p, t))
    return;
  uint32_t item = open_node(p, t->node, KIND_ATTRIBUTE_ITEM, ROLE_ELEMENT);
  plan(p, task_rest, item, ROLE_OPTION, 0);
  take(p, item, KIND_TOKEN, ROLE_FIXED);
  while (!at_end(p) && (word_at(p, 0) == WORD_COLONS ||
                        word_at(p, 0) == WORD_COLON || at_identifier(p, 0)))
    take(p, item, KIND_TOKEN, ROLE_FIXED);
  if (word_at(p, 0) == WORD_OPEN_PAREN) {
    uint32_t args = open_node(p, item, KIND_ATTRIBUTE, ROLE_OPTION);
    bracket(p, args, task_arguments, ROLE_ELEMENT, 0);
  }
}

static void task_attribute_list(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (w == WORD_OPEN_PAREN || w == WORD_OPEN_BRACKET)
    bracket(p, t->node, task_attribute_list, ROLE_FIXED, 0);
  else if (!at_end(p))
    plan_list(p, task_attribute_items, t->node, KIND_ATTRIBUTES, ROLE_ELEMENT,
              0);
}

/* The parentheses of `typeof` and of specifiers with an argument. */
static void task_type_or_value(parser *p, const task *t)
{
  if (at_end(p))
    return;
  if (starts_type(p, 0))
    plan(p, task_type_name, t->node, ROLE_TYPE, 0);
  else
    plan(p, task_expression, t->node, ROLE_VALUE, LEVEL_COMMA);
}

void task_attribute(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_ATTRIBUTE, t->role);
  word w = word_at(p, 0);
  if (w == WORD_OPEN_BRACKET) {
    bracket(p, node, task_attribute_list, ROLE_FIXED, 0);
    return;
  }
  take_punct(p, node);
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket(p, node,
            w == WORD_ATTRIBUTE || w == WORD_DECLSPEC ? task_attribute_list
                                                      : task_type_or_value,
            ROLE_FIXED, 0);
  else if (w == WORD_AT && kind_at(p, 0) == TOKEN_NUMBER)
    take(p, node, KIND_TOKEN, ROLE_FIXED);
}

/* ---- specifiers ---- */

/* Words like `unsigned long`: a list, in which one must stay. */
static void take_type_words(parser *p, uint32_t node, syntax_role role)
{
  if (syntax_class(word_at(p, 1)) != CLASS_TYPE) {
    take(p, node, KIND_TYPE, role);
    return;
  }
  uint32_t list = open_node(p, node, KIND_TYPES, role);
  while (syntax_class(word_at(p, 0)) == CLASS_TYPE)
    take(p, list, KIND_TOKEN, ROLE_ELEMENT);
}

/* Could the identifier be a type, or a macro for specifiers? */
static bool is_specifier_name(const parser *p, bool typed)
{
  word_class class = syntax_class(word_at(p, 1));
  if (typed)
    return false;
  return names_type(p, 0) || at_identifier(p, 1) ||
         (class >= CLASS_STORAGE && class <= CLASS_TAG &&
          class != CLASS_ATTRIBUTE) ||
         word_at(p, 1) == WORD_STAR;
}

/* Does a brace without a partner end here, and with it what it belongs to? */
static bool is_cut_off(const parser *p)
{
  return p->pos && p->s->ends && p->s->ends[p->pos] == p->pos;
}

/* Specifiers up to the declarators; arg: TYPED ... */
void task_specifiers(parser *p, const task *t)
{
  bool typed = t->arg & TYPED;
  while (!at_end(p) && !(typed && is_cut_off(p))) {
    if (p->s->cxx && read_cxx_specifier(p, t, typed))
      return;
    word w = word_at(p, 0);
    word_class class = syntax_class(w);
    syntax_role role = typed ? ROLE_OPTION : ROLE_TYPE;
    bool call = word_at(p, 1) == WORD_OPEN_PAREN;
    if (at_attribute(p)) {
      plan(p, task_specifiers, t->node, ROLE_FIXED,
           (t->arg & ANY_TYPE) | (typed ? TYPED : 0u));
      plan(p, task_attribute, t->node, ROLE_OPTION, 0);
      return;
    }
    if (class == CLASS_TAG) {
      plan(p, task_specifiers, t->node, ROLE_FIXED, TYPED);
      plan(p, task_tag, t->node, role, 0);
      return;
    }
    if (class == CLASS_TYPEOF || (w == WORD_ATOMIC && call)) {
      uint32_t node = open_node(p, t->node, KIND_TYPEOF, role);
      plan(p, task_specifiers, t->node, ROLE_FIXED, TYPED);
      take_punct(p, node);
      if (word_at(p, 0) == WORD_OPEN_PAREN)
        bracket(p, node, task_type_or_value, ROLE_FIXED, 0);
      return;
    }
    if (class == CLASS_TYPE) {
      take_type_words(p, t->node, role);
      typed = true;
    } else if (class == CLASS_STORAGE || class == CLASS_QUALIFIER ||
               w == WORD_EXTENSION) {
      take(p, t->node, KIND_TOKEN, ROLE_OPTION);
    } else if (!p->s->cxx && at_identifier(p, 0) &&
               is_specifier_name(p, typed)) {
      take(p, t->node, KIND_TYPE, role);
      typed = true;
    } else {
      return;
    }
  }
}

/* ---- the end of a declaration ---- */

static uint32_t find_child(const parser *p, uint32_t node, syntax_role role)
{
  const syntax_node *nodes = p->s->nodes.data;
  uint32_t child = nodes[node].child;
  while (child != NODE_NONE && nodes[child].role != role)
    child = nodes[child].next;
  return child;
}

static bool defines_tag(const parser *p, uint32_t type)
{
  const syntax_node *nodes = p->s->nodes.data;
  return type != NODE_NONE && nodes[type].kind == KIND_TAG &&
         nodes[type].last != NODE_NONE &&
         nodes[nodes[type].last].kind == KIND_TAG_BODY;
}

/* Sets the roles of the type and of a single declarator, after all is read. */
static void settle(parser *p, uint32_t node, uint32_t list)
{
  syntax_node *nodes = p->s->nodes.data;
  uint32_t type = find_child(p, node, ROLE_TYPE);
  bool tag = defines_tag(p, type);
  if (list == NODE_NONE || nodes[list].child == NODE_NONE) {
    if (type != NODE_NONE)
      nodes[type].role = ROLE_FIXED;
    return;
  }
  if (nodes[list].child != nodes[list].last)
    return;
  bool function = nodes[node].kind == KIND_FUNCTION;
  unwrap(p, list, function ? ROLE_HEADER : tag ? ROLE_OPTION : ROLE_DECLARATOR);
}

static void task_old_parameters(parser *p, const task *t)
{
  if (at_end(p) || word_at(p, 0) == WORD_OPEN_BRACE || p->pos == t->arg)
    return;
  plan(p, task_old_parameters, t->node, ROLE_ELEMENT, p->pos);
  plan(p, task_declaration, t->node, ROLE_ELEMENT, IN_OLD_PARAMETERS);
}

static void task_body(parser *p, const task *t)
{
  if (p->s->cxx)
    task_cxx_body(p, t);
  else if (word_at(p, 0) == WORD_OPEN_BRACE)
    plan_compound(p, t->node, ROLE_BODY);
}

/* A declaration turns out to be a function with a body. */
static void read_function(parser *p, uint32_t node)
{
  syntax_node *nodes = p->s->nodes.data;
  uint32_t type = find_child(p, node, ROLE_TYPE);
  nodes[node].kind = KIND_FUNCTION;
  if (type != NODE_NONE && !defines_tag(p, type))
    nodes[type].role = ROLE_RETURN_TYPE;
  plan(p, task_body, node, ROLE_BODY, 0);
  if (!p->s->cxx && word_at(p, 0) != WORD_OPEN_BRACE)
    plan_list(p, task_old_parameters, node, KIND_OLD_PARAMETERS, ROLE_ELEMENT,
              NODE_NONE);
}

/* Does the declarator's parameter list name parameters without types? */
static bool has_old_parameters(const parser *p, uint32_t list)
{
  const syntax_node *nodes = p->s->nodes.data;
  uint32_t at = nodes[list].child;
  while (at != NODE_NONE && nodes[at].kind != KIND_PARAMETER_LIST) {
    uint32_t child = nodes[at].child;
    while (child != NODE_NONE && nodes[child].kind != KIND_PARAMETERS &&
           nodes[child].kind != KIND_NESTED &&
           nodes[child].kind != KIND_PARAMETER_LIST)
      child = nodes[child].next;
    at = child;
  }
  return at != NODE_NONE && nodes[nodes[at].child].kind == KIND_DECLARED;
}

/* After the declarators; arg: where the declaration occurs. */
static void task_declaration_end(parser *p, const task *t)
{
  uint32_t list = p->s->nodes.data[t->node].last;
  if (list != NODE_NONE && p->s->nodes.data[list].kind != KIND_DECLARATORS)
    list = NODE_NONE;
  bool single = list != NODE_NONE &&
                p->s->nodes.data[list].child == p->s->nodes.data[list].last;
  bool body = single && (t->arg == IN_FILE || t->arg == IN_BLOCK) &&
              (word_at(p, 0) == WORD_OPEN_BRACE ||
               (starts_declaration(p) && has_old_parameters(p, list)));
  if (p->s->cxx)
    body = single && t->arg != IN_FOR && starts_body(p) &&
           is_function_declarator(p, p->s->nodes.data[list].child);
  if (body) {
    read_function(p, t->node);
  } else if (t->arg != IN_FOR) {
    plan_semicolon(p, t->node);
  }
  settle(p, t->node, list);
}

static void task_declarators(parser *p, const task *t)
{
  plan(p, task_declaration_end, t->node, ROLE_FIXED, t->arg);
  word w = word_at(p, 0);
  if (at_end(p) || w == WORD_SEMICOLON || w == WORD_OPEN_BRACE || is_cut_off(p))
    return;
  plan(p, task_init_declarator,
       open_node(p, t->node, KIND_DECLARATORS, ROLE_FIXED), ROLE_ELEMENT,
       t->arg);
}

void plan_declaration(parser *p, uint32_t node, uint32_t where)
{
  plan(p, task_declarators, node, ROLE_FIXED, where);
  plan(p, task_specifiers, node, ROLE_FIXED, 0);
}

void task_declaration(parser *p, const task *t)
{
  if (word_at(p, 0) == WORD_STATIC_ASSERT) {
    plan(p, task_static_assert, t->node, t->role, 0);
    return;
  }
  syntax_kind kind = t->arg == IN_FIELDS ? KIND_FIELD
                     : t->arg == IN_FOR  ? KIND_FOR_DECLARATION
                                         : KIND_DECLARATION;
  uint32_t node = open_node(p, t->node, kind, t->role);
  if (p->s->cxx)
    plan(p, task_cxx_declaration, node, ROLE_FIXED, t->arg);
  else
    plan_declaration(p, node, t->arg);
}

static void task_assertion(parser *p, const task *t)
{
  plan(p, task_arguments, t->node, ROLE_OPTION, 0);
  plan(p, task_expression, t->node, ROLE_CONDITION, LEVEL_ASSIGN);
}

void task_static_assert(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_STATIC_ASSERT, t->role);
  take_punct(p, node);
  plan_semicolon(p, node);
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket(p, node, task_assertion, ROLE_FIXED, 0);
}

/* External declarations to the end; arg: where the last one began, plus 1. */
void task_external(parser *p, const task *t)
{
  if (at_end(p))
    return;
  plan(p, task_external, t->node, ROLE_ELEMENT, p->pos + 1);
  word w = word_at(p, 0);
  if (p->pos + 1 == t->arg)
    plan_generic(p, t->node, p->pos + 1);
  else if (w == WORD_SEMICOLON)
    take_punct(p, open_node(p, t->node, KIND_DECLARATION, ROLE_ELEMENT));
  else if (w == WORD_ASM)
    plan(p, task_asm, t->node, ROLE_ELEMENT, KIND_TOP_ASM);
  else
    plan(p, task_declaration, t->node, ROLE_ELEMENT, IN_FILE);
}

void syntax_parse(syntax *out, const char *text, const token *tokens,
                  size_t token_count, const map *known, const uint8_t *hints,
                  const uint8_t *skipped)
{
  syntax_open(out, text, tokens, token_count, known, skipped);
  parser_run(out, hints, task_external);
}
