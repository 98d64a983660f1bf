/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Declarators with their parameters and initialisers, type names, and the
 * bodies of tags.
 *
 * In a parameter or a type name the declarator may lack its name; a parenthesis
 * then holds either a nested declarator or parameters, and a token that begins
 * a type indicates parameters. Each `*`, `[n]`, initialiser, bit-field width
 * and attribute is separately optional.
 */
#include "parser.h"

/* ---- declarators ---- */

static void task_array(parser *p, const task *t)
{
  while (syntax_class(word_at(p, 0)) == CLASS_QUALIFIER ||
         word_at(p, 0) == WORD_STATIC)
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  if (word_at(p, 0) == WORD_STAR && p->pos + 1 == p->limit)
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  else if (!at_end(p))
    plan(p, task_expression, t->node, ROLE_SIZE, LEVEL_ASSIGN);
}

static void read_initial(parser *p, uint32_t node)
{
  uint32_t value = open_node(p, node, KIND_WITH_VALUE, ROLE_OPTION);
  take_punct(p, value);
  plan(p, task_initializer, value, ROLE_INITIAL, 0);
}

static void task_parameter_rest(parser *p, const task *t)
{
  if (plan_attribute(p, t))
    return;
  if (p->s->cxx && word_at(p, 0) == WORD_ASSIGN) {
    ARRAY_PUSH(&p->tasks, *t);
    read_initial(p, t->node);
    return;
  }
  task_rest(p, t);
}

static void read_parameter(parser *p, uint32_t list)
{
  bool only = p->s->nodes.data[list].child == NODE_NONE;
  bool last = p->pos + 1 >= p->limit || word_at(p, 1) == WORD_COMMA;
  if (word_at(p, 0) == WORD_ELLIPSIS) {
    take(p, list, KIND_TOKEN, ROLE_ELEMENT);
    return;
  }
  if (!p->s->cxx && at_identifier(p, 0) && last && !starts_type(p, 0)) {
    take(p, list, KIND_DECLARED, ROLE_ELEMENT);
    return;
  }
  uint32_t node = open_node(p, list, KIND_PARAMETER, ROLE_ELEMENT);
  if (word_at(p, 0) == WORD_VOID && only && p->pos + 1 == p->limit) {
    take(p, node, KIND_TYPE, ROLE_FIXED);
    return;
  }
  plan(p, task_parameter_rest, node, ROLE_OPTION, 0);
  plan(p, task_declarator, node, ROLE_OPTION, ABSTRACT);
  plan(p, task_specifiers, node, ROLE_FIXED, ANY_TYPE);
}

void task_parameters(parser *p, const task *t)
{
  if (next_element(p, t))
    read_parameter(p, t->node);
}

/* Arrays and parameters after the name; arg: as of the declarator. */
static void task_suffixes(parser *p, const task *t)
{
  word w = word_at(p, 0);
  bool excluded =
      w == WORD_OPEN_PAREN && (t->arg & NO_PARAMETERS ||
                               (t->arg & INITIALISED && !looks_parameters(p)));
  if (p->s->cxx && at_attribute(p) && !(t->arg & NO_PARAMETERS)) {
    (void)plan_attribute(p, t);
    return;
  }
  if (excluded ||
      (w != WORD_OPEN_PAREN &&
       (w != WORD_OPEN_BRACKET || word_at(p, 1) == WORD_OPEN_BRACKET)))
    return;
  ARRAY_PUSH(&p->tasks, *t);
  if (p->s->cxx && w == WORD_OPEN_PAREN)
    plan(p, task_function_suffix, t->node, ROLE_OPTION, 0);
  if (w == WORD_OPEN_BRACKET)
    bracket(p, open_node(p, t->node, KIND_ARRAY, ROLE_OPTION), task_array,
            ROLE_SIZE, 0);
  else
    bracket_list(p, open_node(p, t->node, KIND_PARAMETERS, ROLE_FIXED),
                 KIND_PARAMETER_LIST, task_parameters, ROLE_ELEMENT, 0);
}

/* Is the next parenthesis part of the declarator itself? */
static bool is_nested(const parser *p, bool abstract)
{
  word w = word_at(p, 1);
  if (!abstract)
    return true;
  if (p->s->cxx)
    return is_cxx_nested(p);
  return w == WORD_STAR || w == WORD_OPEN_PAREN || w == WORD_CARET ||
         w == WORD_OPEN_BRACKET || w == WORD_ATTRIBUTE ||
         (at_identifier(p, 1) && !starts_type(p, 1));
}

/* arg: ABSTRACT ... */
void task_declarator(parser *p, const task *t)
{
  for (;;) {
    word w = word_at(p, 0);
    if (p->s->cxx && read_cxx_operator(p, t))
      return;
    if (at_attribute(p) && w != WORD_OPEN_BRACKET) {
      ARRAY_PUSH(&p->tasks, *t);
      plan(p, task_attribute, t->node, ROLE_OPTION, 0);
      return;
    }
    if (w != WORD_STAR && w != WORD_CARET && syntax_class(w) != CLASS_QUALIFIER)
      break;
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  }
  if (t->arg & NO_SUFFIX)
    return;
  plan(p, task_suffixes, t->node, ROLE_FIXED, t->arg);
  if (p->s->cxx && !(t->arg & NO_PARAMETERS) && read_cxx_declared(p, t))
    return;
  if (kind_at(p, 0) == TOKEN_IDENTIFIER && word_at(p, 0) == WORD_NONE) {
    take(p, t->node, KIND_DECLARED, t->role);
  } else if (word_at(p, 0) == WORD_OPEN_PAREN && !(t->arg & NO_PARAMETERS) &&
             is_nested(p, t->arg & ABSTRACT)) {
    p->tasks.data[p->tasks.size - 1].arg &= ~(uint32_t)INITIALISED;
    uint32_t node = open_node(p, t->node, KIND_NESTED, ROLE_NESTED);
    bracket(p, node, task_declarator, t->role, t->arg & ABSTRACT);
  }
}

/* ---- what follows a declarator ---- */

static void read_width(parser *p, uint32_t node)
{
  uint32_t width = open_node(p, node, KIND_WIDTH, ROLE_OPTION);
  take_punct(p, width);
  plan(p, task_expression, width, ROLE_SIZE, LEVEL_CONDITIONAL);
}

/* The next declarator of the list, whose parent is t->node's parent. */
static void read_next_declarator(parser *p, const task *t)
{
  uint32_t list = p->s->nodes.data[t->node].parent;
  take(p, list, KIND_TOKEN, ROLE_SEPARATOR);
  if (!at_end(p) && word_at(p, 0) != WORD_SEMICOLON)
    plan(p, task_init_declarator, list, ROLE_ELEMENT, t->arg);
}

static void task_declarator_tail(parser *p, const task *t)
{
  p->missing = false;
  word w = word_at(p, 0);
  bool file = t->arg == IN_FILE || t->arg == IN_BLOCK;
  if (at_end(p) || w == WORD_SEMICOLON)
    return;
  if (p->s->cxx) {
    if (read_function_value(p, t))
      return;
    if (starts_body(p) && (w != WORD_COLON || t->arg == IN_FOR ||
                           is_function_declarator(p, t->node)))
      return;
  }
  if (w == WORD_OPEN_BRACE)
    return;
  if (w == WORD_COMMA) {
    read_next_declarator(p, t);
    return;
  }
  bool label = w == WORD_ASM && word_at(p, 1) == WORD_OPEN_PAREN;
  bool space = w == WORD_SPACE || w == WORD_CRITICAL;
  bool ends = token_at(p, 0)->line_start || (file && starts_declaration(p));
  if (!at_attribute(p) && !label && !space && w != WORD_ASSIGN &&
      w != WORD_COLON && ends)
    return;
  ARRAY_PUSH(&p->tasks, *t);
  if (label)
    plan(p, task_asm, t->node, ROLE_OPTION, KIND_ASM_LABEL);
  else if (at_attribute(p) || syntax_class(w) == CLASS_ATTRIBUTE)
    plan(p, task_attribute, t->node, ROLE_OPTION, 0);
  else if (w == WORD_ASSIGN)
    read_initial(p, t->node);
  else if (w == WORD_COLON)
    read_width(p, t->node);
  else if (syntax_class(w) == CLASS_QUALIFIER)
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  else
    plan_generic(p, t->node,
                 find_word(p, (word[]){ WORD_COMMA, WORD_SEMICOLON, WORD_ASSIGN,
                                        WORD_OPEN_BRACE, WORD_NONE }));
}

void task_init_declarator(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_DECLARATOR, ROLE_ELEMENT);
  plan(p, task_declarator_tail, node, ROLE_FIXED, t->arg);
  plan(p, task_declarator, node, ROLE_FIXED,
       p->s->cxx && t->arg != IN_FIELDS ? INITIALISED : 0);
}

void task_type_name(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_TYPE_NAME, t->role);
  plan(p, task_declarator, node, ROLE_FIXED, ABSTRACT);
  plan(p, task_specifiers, node, ROLE_FIXED, ANY_TYPE);
}

/* ---- initialisers ---- */

static void task_designator_value(parser *p, const task *t)
{
  uint32_t prefix = p->s->nodes.data[t->node].last;
  if (word_at(p, 0) == WORD_ASSIGN || word_at(p, 0) == WORD_COLON)
    take_punct(p, prefix);
  plan(p, task_initializer, t->node, ROLE_INITIAL, 0);
}

static void task_index(parser *p, const task *t)
{
  plan(p, task_range_end, t->node, ROLE_CONSTANT, 0);
  plan(p, task_expression, t->node, ROLE_CONSTANT, LEVEL_CONDITIONAL);
}

static void task_designators(parser *p, const task *t)
{
  while (word_at(p, 0) == WORD_DOT && at_identifier(p, 1)) {
    take_punct(p, t->node);
    take(p, t->node, KIND_TOKEN, ROLE_FIXED);
  }
  if (word_at(p, 0) != WORD_OPEN_BRACKET)
    return;
  ARRAY_PUSH(&p->tasks, *t);
  bracket(p, t->node, task_index, ROLE_CONSTANT, 0);
}

static void read_designated(parser *p, uint32_t list)
{
  uint32_t node = open_node(p, list, KIND_INITIALIZER, ROLE_INITIAL_ELEMENT);
  uint32_t prefix = open_node(p, node, KIND_DESIGNATION, ROLE_OPTION);
  plan(p, task_designator_value, node, ROLE_INITIAL, 0);
  if (at_identifier(p, 0))
    take(p, prefix, KIND_TOKEN, ROLE_FIXED); /* GNU's `name: value` */
  else
    plan(p, task_designators, prefix, ROLE_FIXED, 0);
}

static void task_initializers(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (!next_element(p, t))
    return;
  plan(p, task_rest, t->node, ROLE_OPTION, 0);
  if (p->s->cxx)
    plan(p, task_expansion, t->node, ROLE_INITIAL_ELEMENT, KIND_EXPANSION);
  if ((w == WORD_DOT && at_identifier(p, 1)) ||
      (w == WORD_OPEN_BRACKET && !p->s->cxx) ||
      (at_identifier(p, 0) && word_at(p, 1) == WORD_COLON))
    read_designated(p, t->node);
  else
    plan(p, task_initializer, t->node, ROLE_INITIAL_ELEMENT, 0);
}

void task_initializer(parser *p, const task *t)
{
  syntax_role role = t->role;
  if (word_at(p, 0) == WORD_OPEN_BRACE)
    bracket_list(p, open_node(p, t->node, KIND_BRACES, role), KIND_INITIALIZERS,
                 task_initializers, ROLE_ELEMENT, 0);
  else
    plan(p, task_expression, t->node, role, LEVEL_ASSIGN);
}

/* ---- tags ---- */

/* Fields up to the limit; arg: where the last one began. */
static void task_fields(parser *p, const task *t)
{
  if (at_end(p))
    return;
  plan(p, task_fields, t->node, ROLE_FIELD, p->pos);
  if (p->pos == t->arg)
    plan_generic(p, t->node, p->pos + 1);
  else if (word_at(p, 0) == WORD_SEMICOLON)
    take_punct(p, open_node(p, t->node, KIND_FIELD, ROLE_FIELD));
  else
    plan(p, task_declaration, t->node, ROLE_FIELD, IN_FIELDS);
}

static void task_enumerator_tail(parser *p, const task *t)
{
  if (plan_attribute(p, t))
    return;
  plan(p, task_rest, t->node, ROLE_OPTION, 0);
  if (word_at(p, 0) != WORD_ASSIGN)
    return;
  uint32_t value = open_node(p, t->node, KIND_WITH_VALUE, ROLE_OPTION);
  take_punct(p, value);
  plan(p, task_expression, value, ROLE_CONSTANT, LEVEL_CONDITIONAL);
}

static void task_enumerators(parser *p, const task *t)
{
  if (!next_element(p, t))
    return;
  uint32_t node = open_node(p, t->node, KIND_ENUMERATOR, ROLE_ELEMENT);
  plan(p, task_enumerator_tail, node, ROLE_OPTION, 0);
  if (at_identifier(p, 0))
    take(p, node, KIND_DECLARED, ROLE_FIXED);
}

void task_tag_inside(parser *p, const task *t)
{
  if (at_end(p))
    return;
  if (t->arg == WORD_ENUM)
    plan_list(p, task_enumerators, t->node, KIND_ENUMERATORS, ROLE_ELEMENT, 0);
  else
    plan_list(p, p->s->cxx ? task_members : task_fields, t->node, KIND_FIELDS,
              ROLE_FIELD, NODE_NONE);
}

/* After `struct`; arg: the word. */
static void task_tag_rest(parser *p, const task *t)
{
  if (plan_attribute(p, t))
    return;
  bool named = kind_at(p, 0) == TOKEN_IDENTIFIER;
  bool defined = word_at(p, named) == WORD_OPEN_BRACE;
  if (named)
    take(p, t->node, KIND_DECLARED, defined ? ROLE_OPTION : ROLE_FIXED);
  if (!defined)
    return;
  uint32_t body =
      open_node(p, t->node, KIND_TAG_BODY, named ? ROLE_OPTION : ROLE_FIXED);
  bracket(p, body, task_tag_inside, ROLE_ELEMENT, t->arg);
}

void task_tag(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, KIND_TAG, t->role);
  word w = word_at(p, 0);
  take_punct(p, node);
  plan(p, p->s->cxx ? task_class_rest : task_tag_rest, node, ROLE_FIXED, w);
}
