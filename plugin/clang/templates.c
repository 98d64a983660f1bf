/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Declarations that only C++ has: namespaces, linkage blocks, `using`, aliases,
 * concepts and modules, and what may precede any declaration there: template
 * heads, constraints, `export` and a linkage.
 *
 * A template is the node of what it declares with its heads as optional parts,
 * so that it can become a plain declaration; only `template <>` and the
 * `template` of an explicit instantiation must stay. The declaration's node is
 * made before it is known what it is, and gets its kind here.
 */
#include "parser.h"

/* ---- heads ---- */

void task_requires_clause(parser *p, const task *t)
{
  if (word_at(p, 0) != WORD_REQUIRES)
    return;
  uint32_t node = open_node(p, t->node, KIND_REQUIRES_CLAUSE, ROLE_OPTION);
  take_punct(p, node);
  plan(p, task_expression, node, ROLE_TRUTH, LEVEL_BINARY);
}

/* The default of a template parameter; arg: whether it is a type. */
static void task_parameter_default(parser *p, const task *t)
{
  plan(p, task_rest, t->node, ROLE_OPTION, 0);
  if (word_at(p, 0) != WORD_ASSIGN)
    return;
  uint32_t value = open_node(p, t->node, KIND_WITH_VALUE, ROLE_OPTION);
  take_punct(p, value);
  if (t->arg)
    plan(p, task_type_name, value, ROLE_TYPE, 0);
  else
    plan(p, task_initializer, value, ROLE_INITIAL, 0);
}

/* `class T`, `typename... T`, and the rest of `template <...> class T`. */
static void task_type_parameter(parser *p, const task *t)
{
  take_punct(p, t->node);
  if (word_at(p, 0) == WORD_ELLIPSIS)
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  if (at_identifier(p, 0))
    take(p, t->node, KIND_DECLARED, ROLE_OPTION);
  plan(p, task_parameter_default, t->node, ROLE_OPTION, true);
}

/* Is it `class`, `typename` or a constraint before the name of a type? */
static bool at_type_parameter(const parser *p)
{
  word w = word_at(p, 0);
  uint32_t named = 1u + (word_at(p, 1) == WORD_ELLIPSIS);
  word after = word_at(p, named + at_identifier(p, named));
  return (w == WORD_STRUCT || w == WORD_TYPENAME) &&
         (after == WORD_NONE || after == WORD_COMMA || after == WORD_ASSIGN ||
          after == WORD_ELLIPSIS);
}

/* `Concept T = int`: a default that is a type. */
static bool at_constrained_parameter(const parser *p)
{
  uint32_t last, behind = skip_name(&last, p, 0);
  behind += word_at(p, behind) == WORD_ELLIPSIS;
  behind += at_identifier(p, behind);
  return last && word_at(p, behind) == WORD_ASSIGN &&
         looks_type(p, behind + 1, true);
}

static void task_template_head(parser *p, const task *t);

static void task_template_parameters(parser *p, const task *t)
{
  if (!next_element(p, t))
    return;
  uint32_t node = open_node(p, t->node, KIND_TEMPLATE_PARAMETER, ROLE_ELEMENT);
  if (at_type_parameter(p)) {
    plan(p, task_type_parameter, node, ROLE_FIXED, 0);
  } else if (word_at(p, 0) == WORD_TEMPLATE) {
    plan(p, task_type_parameter, node, ROLE_FIXED, 0);
    plan(p, task_template_head, node, ROLE_FIXED, 0);
  } else {
    plan(p, task_parameter_default, node, ROLE_OPTION,
         at_constrained_parameter(p));
    plan(p, task_declarator, node, ROLE_OPTION, ABSTRACT);
    plan(p, task_specifiers, node, ROLE_FIXED, ANY_TYPE);
  }
}

/* `template <...>` with its constraint. */
static void task_template_head(parser *p, const task *t)
{
  bool empty = behind_bracket(p, 1) == 3;
  uint32_t head =
      open_node(p, t->node, KIND_TEMPLATE_HEAD, empty ? ROLE_FIXED : t->role);
  if (word_at(p, 0) == WORD_TEMPLATE)
    take_punct(p, head);
  plan(p, task_requires_clause, head, ROLE_OPTION, 0);
  if (at_template_list(p, 0))
    bracket_list(p, head, KIND_TEMPLATE_PARAMETERS, task_template_parameters,
                 ROLE_ELEMENT, 0);
}

void task_lambda_head(parser *p, const task *t)
{
  if (at_template_list(p, 0))
    task_template_head(p, t);
}

/* ---- blocks of declarations ---- */

static void set_kind(parser *p, uint32_t node, syntax_kind kind)
{
  p->s->nodes.data[node].kind = (uint8_t)kind;
}

static void read_block(parser *p, uint32_t node)
{
  if (word_at(p, 0) == WORD_OPEN_BRACE)
    bracket_list(p, node, KIND_DECLARATIONS, task_external, ROLE_ELEMENT, 0);
  else
    plan_semicolon(p, node);
}

/* Behind `namespace`: attributes, the name, and the block or what it stands
 * for. */
static void task_namespace(parser *p, const task *t)
{
  if (plan_attribute(p, t))
    return;
  if (at_identifier(p, 0) || word_at(p, 0) == WORD_COLONS) {
    ARRAY_PUSH(&p->tasks, *t);
    if (word_at(p, 0) == WORD_COLONS)
      take_punct(p, t->node);
    else
      take(p, t->node, KIND_DECLARED, ROLE_FIXED);
  } else if (word_at(p, 0) == WORD_ASSIGN) {
    set_kind(p, t->node, KIND_NAMESPACE_ALIAS);
    plan_semicolon(p, t->node);
    take_punct(p, t->node);
    plan_name(p, t->node, KIND_NAME, KIND_QUALIFIED, ROLE_FIXED);
  } else if (word_at(p, 0) == WORD_INLINE) {
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
    ARRAY_PUSH(&p->tasks, *t);
  } else {
    read_block(p, t->node);
  }
}

static void read_namespace(parser *p, uint32_t node)
{
  set_kind(p, node, KIND_NAMESPACE);
  if (word_at(p, 0) != WORD_NAMESPACE)
    take(p, node, KIND_TOKEN, ROLE_OPTION);
  plan(p, task_namespace, node, ROLE_FIXED, 0);
  take_punct(p, node);
}

/* `extern "C"`, before a block or a declaration. */
static bool read_linkage(parser *p, const task *t)
{
  if (word_at(p, 0) != WORD_EXTERN || kind_at(p, 1) != TOKEN_STRING)
    return false;
  uint32_t node = t->node;
  if (word_at(p, 2) == WORD_OPEN_BRACE) {
    set_kind(p, node, KIND_LINKAGE);
  } else {
    node = open_node(p, node, KIND_LINKAGE_WORDS, ROLE_OPTION);
    ARRAY_PUSH(&p->tasks, *t);
  }
  take_punct(p, node);
  take_punct(p, node);
  if (node == t->node)
    read_block(p, node);
  return true;
}

/* ---- using ---- */

static void task_using_names(parser *p, const task *t)
{
  if (at_end(p) || word_at(p, 0) == WORD_SEMICOLON)
    return;
  ARRAY_PUSH(&p->tasks, *t);
  if (take_comma(p, t->node))
    return;
  uint32_t last = p->s->nodes.data[t->node].last;
  if (last != NODE_NONE && p->s->nodes.data[last].role != ROLE_SEPARATOR) {
    p->tasks.size--;
    if (word_at(p, 0) == WORD_ELLIPSIS)
      plan(p, task_using_names, t->node, t->role, 0);
    if (word_at(p, 0) == WORD_ELLIPSIS)
      take(p, t->node, KIND_TOKEN, ROLE_OPTION);
    return;
  }
  plan(p, task_type, t->node, ROLE_ELEMENT, 0);
}

static void task_alias(parser *p, const task *t)
{
  if (plan_attribute(p, t))
    return;
  plan_semicolon(p, t->node);
  if (take_if(p, t->node, WORD_ASSIGN))
    plan(p, task_type_name, t->node, ROLE_TYPE, 0);
}

static void read_using(parser *p, uint32_t node)
{
  take_punct(p, node);
  bool alias = at_identifier(p, 0) && (word_at(p, 1) == WORD_ASSIGN ||
                                       word_at(p, 1) == WORD_ATTRIBUTE ||
                                       (word_at(p, 1) == WORD_OPEN_BRACKET));
  set_kind(p, node, alias ? KIND_ALIAS : KIND_USING);
  if (alias) {
    take(p, node, KIND_DECLARED, ROLE_FIXED);
    plan(p, task_alias, node, ROLE_FIXED, 0);
    return;
  }
  plan_semicolon(p, node);
  if (word_at(p, 0) == WORD_ENUM || word_at(p, 0) == WORD_NAMESPACE)
    take_punct(p, node);
  plan_list(p, task_using_names, node, KIND_USING_NAMES, ROLE_ELEMENT, 0);
}

/* ---- concepts, modules ---- */

static void read_concept(parser *p, uint32_t node)
{
  set_kind(p, node, KIND_CONCEPT);
  take_punct(p, node);
  if (at_identifier(p, 0))
    take(p, node, KIND_DECLARED, ROLE_FIXED);
  plan_semicolon(p, node);
  if (take_if(p, node, WORD_ASSIGN))
    plan(p, task_expression, node, ROLE_TRUTH, LEVEL_CONDITIONAL);
}

/* `module a.b;`, `import <header>;` and the like. */
static bool at_module(const parser *p)
{
  if (!at_identifier(p, 0) ||
      !token_is_any(token_at(p, 0), p->s->text,
                    (const char *const[]){ "module", "import", NULL }))
    return false;
  word w = word_at(p, 1);
  return (at_identifier(p, 1) &&
          (word_at(p, 2) == WORD_SEMICOLON || word_at(p, 2) == WORD_DOT ||
           word_at(p, 2) == WORD_COLON)) ||
         kind_at(p, 1) == TOKEN_STRING || w == WORD_SEMICOLON ||
         w == WORD_COLON;
}

static void read_module(parser *p, uint32_t node)
{
  set_kind(p, node, KIND_MODULE);
  while (!at_end(p) && word_at(p, 0) != WORD_SEMICOLON)
    take(p, node, KIND_TOKEN, ROLE_FIXED);
  plan_semicolon(p, node);
}

/* ---- the beginning of any declaration ---- */

/* What precedes the declaration: takes one such thing. */
static bool read_preface(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (w == WORD_EXPORT || w == WORD_EXTENSION ||
      (w == WORD_CONCEPT && syntax_class(word_at(p, 1)) == CLASS_TYPE)) {
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
    ARRAY_PUSH(&p->tasks, *t);
  } else if (w == WORD_TEMPLATE) {
    ARRAY_PUSH(&p->tasks, *t);
    if (at_template_list(p, 1))
      plan(p, task_template_head, t->node, ROLE_OPTION, 0);
    else
      take(p, t->node, KIND_TOKEN, ROLE_FIXED);
  } else if (w == WORD_EXTERN && word_at(p, 1) == WORD_TEMPLATE) {
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
    ARRAY_PUSH(&p->tasks, *t);
  } else if (w == WORD_REQUIRES) {
    ARRAY_PUSH(&p->tasks, *t);
    plan(p, task_requires_clause, t->node, ROLE_OPTION, 0);
  } else {
    return read_linkage(p, t);
  }
  return true;
}

void task_cxx_declaration(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (read_preface(p, t))
    return;
  if (w == WORD_NAMESPACE ||
      (w == WORD_INLINE && word_at(p, 1) == WORD_NAMESPACE))
    read_namespace(p, t->node);
  else if (w == WORD_USING)
    read_using(p, t->node);
  else if (w == WORD_CONCEPT)
    read_concept(p, t->node);
  else if (w == WORD_OPEN_BRACE && p->s->nodes.data[t->node].child != NODE_NONE)
    read_block(p, t->node); /* export { ... } */
  else if (at_module(p))
    read_module(p, t->node);
  else
    plan_declaration(p, t->node, t->arg);
}
