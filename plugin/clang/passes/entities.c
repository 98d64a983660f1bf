/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions, parameters and variables: from a leaf to the nodes around it.
 *
 * A function may be changed as a whole only if every mention is understood:
 * each one either declares it with a parameter list of its own or calls it. A
 * function whose address is taken, or that a typedef declares, is left
 * unchanged.
 */
#include "entities.h"

#include <string.h>

#include "base/hash.h"
#include "spelled.h"

/* ---- lists ---- */

static bool is_element(const rewriter *r, uint32_t node)
{
  return rewrite_role(r, node) != ROLE_SEPARATOR && rewrite_has_tokens(r, node);
}

uint32_t entity_element(const rewriter *r, uint32_t list, uint32_t index)
{
  EACH_CHILD (at, r, list)
    if (is_element(r, at) && index-- == 0)
      return at;
  return NODE_NONE;
}

uint32_t entity_next_element(const rewriter *r, uint32_t element)
{
  do
    element = element == NODE_NONE ? NODE_NONE : rewrite_at(r, element)->next;
  while (element != NODE_NONE && !is_element(r, element));
  return element;
}

uint32_t entity_count(const rewriter *r, uint32_t list)
{
  uint32_t count = 0;
  EACH_CHILD (at, r, list)
    count += is_element(r, at);
  return count;
}

/* ---- functions ---- */

/* The parentheses after the name of a function that is declared. */
static uint32_t parameters_of(const rewriter *r, uint32_t leaf)
{
  for (uint32_t at = leaf;;) {
    uint32_t next = rewrite_at(r, at)->next;
    if (rewrite_kind(r, next) == KIND_PARAMETERS)
      return next;
    at = rewrite_at(r, at)->parent;
    if (rewrite_kind(r, at) != KIND_NESTED &&
        rewrite_kind(r, at) != KIND_QUALIFIED_DECLARED)
      return NODE_NONE;
  }
}

static bool is_void(const rewriter *r, uint32_t list)
{
  uint32_t only = rewrite_at(r, list)->child;
  if (rewrite_kind(r, only) != KIND_PARAMETER)
    return false;
  uint32_t type = rewrite_at(r, only)->child;
  return rewrite_kind(r, type) == KIND_TYPE &&
         rewrite_word(r, type) == WORD_VOID &&
         rewrite_at(r, type)->next == NODE_NONE;
}

uint32_t entity_parameter_list(const rewriter *r, uint32_t leaf)
{
  uint32_t list =
      rewrite_child_of_kind(r, parameters_of(r, leaf), KIND_PARAMETER_LIST);
  return !rewrite_has_tokens(r, list) || is_void(r, list) ? NODE_NONE : list;
}

/* The name with what qualifies it, its object, and its template arguments. */
static uint32_t whole_name(const rewriter *r, uint32_t leaf)
{
  uint32_t parent = rewrite_at(r, leaf)->parent;
  uint32_t next = rewrite_at(r, leaf)->next;
  if (rewrite_kind(r, parent) == KIND_QUALIFIED &&
      (next == NODE_NONE || rewrite_kind(r, next) == KIND_TEMPLATE_LIST)) {
    leaf = parent;
    parent = rewrite_at(r, parent)->parent;
  }
  return r->s->cxx && rewrite_kind(r, parent) == KIND_MEMBER &&
                 rewrite_at(r, parent)->last == leaf
             ? parent
             : leaf;
}

uint32_t entity_call(const rewriter *r, uint32_t leaf)
{
  uint32_t at = whole_name(r, leaf);
  if (at == leaf && rewrite_kind(r, leaf) != KIND_NAME)
    return NODE_NONE;
  while (rewrite_role(r, at) == ROLE_INNER)
    at = rewrite_at(r, at)->parent;
  return rewrite_role(r, at) == ROLE_CALLEE ? rewrite_at(r, at)->parent
                                            : NODE_NONE;
}

uint32_t entity_argument(const rewriter *r, uint32_t call, uint32_t index)
{
  return entity_element(r, rewrite_child_of_kind(r, call, KIND_ARGUMENTS),
                        index);
}

/* Records one mention; false if it is of another kind. */
static bool add_mention(entity_function *out, const rewriter *r, uint32_t leaf)
{
  if (rewrite_kind(r, leaf) != KIND_DECLARED) {
    out->calls++;
    return entity_call(r, leaf) != NODE_NONE;
  }
  uint32_t declaration = declared_owner(r, leaf);
  if (declaration == NODE_NONE || parameters_of(r, leaf) == NODE_NONE)
    return false;
  bool defines = rewrite_kind(r, declaration) == KIND_FUNCTION;
  if (defines && out->definition != NODE_NONE)
    return false;
  if (defines || out->name == NODE_NONE)
    out->name = leaf;
  if (defines)
    out->definition = declaration;
  return true;
}

bool entity_function_of(entity_function *out, const rewriter *r,
                        uint32_t symbol)
{
  *out = (entity_function){ .symbol = symbol,
                            .definition = NODE_NONE,
                            .name = NODE_NONE };
  enum CXCursorKind kind = rewrite_fact(r, symbol)->canonical.kind;
  if (rewrite_fact(r, symbol)->kind != RD_SYMBOL_FUNCTION ||
      kind == CXCursor_Constructor || kind == CXCursor_Destructor)
    return false;
  EACH_MENTION (leaf, r, symbol)
    if (!add_mention(out, r, leaf))
      return false;
  return (out->calls || out->name != NODE_NONE) &&
         !rewrite_is_named_elsewhere(r, symbol);
}

uint32_t entity_body(const rewriter *r, uint32_t definition)
{
  uint32_t body = rewrite_child_in_role(r, definition, ROLE_BODY);
  uint32_t list = rewrite_child_of_kind(r, body, KIND_STATEMENTS);
  return !rewrite_has_tokens(r, list) ? NODE_NONE : list;
}

bool entity_is_in_main(const rewriter *r, uint32_t node)
{
  uint32_t function = rewrite_around(r, node, KIND_FUNCTION);
  EACH_BELOW (at, r, function)
    if (rewrite_kind(r, at) == KIND_DECLARED &&
        rewrite_spells(r, rewrite_first_leaf(r, at), "main"))
      return true;
  return false;
}

bool entity_ends_main(const rewriter *r, uint32_t statement)
{
  uint32_t next = rewrite_at(r, statement)->next;
  uint32_t function = rewrite_around(r, statement, KIND_FUNCTION);
  return entity_is_in_main(r, statement) && shape_is_listed(r, statement) &&
         rewrite_at(r, statement)->parent == entity_body(r, function) &&
         (next == NODE_NONE || rewrite_kind(r, next) == KIND_RETURN);
}

uint32_t entity_main_result(const rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_RETURN)
    if (entity_ends_main(r, node))
      return rewrite_child_in_role(r, node, ROLE_RESULT);
  return NODE_NONE;
}

void entity_open_return(rewriter *r, uint32_t statement)
{
  rewrite_open(r);
  for (uint32_t at = rewrite_at(r, statement)->next; at != NODE_NONE;
       at = rewrite_at(r, at)->next)
    if (rewrite_has_tokens(r, at))
      rewrite_drop(r, at);
}

uint32_t entity_initializer(const rewriter *r, uint32_t node)
{
  uint32_t list = rewrite_at(r, node)->parent;
  return entity_count(r, list) == 1
             ? rewrite_around(r, node, KIND_MEMBER_INITIALIZERS)
             : node;
}

/* ---- initialisers ---- */

bool entity_is_whole(const rewriter *r, uint32_t element, CXType field)
{
  CXType type = clang_getCanonicalType(field);
  syntax_kind kind = rewrite_kind(r, element);
  bool aggregate = type.kind == CXType_Record ||
                   clang_getArrayElementType(type).kind != CXType_Invalid;
  if (!aggregate || element == NODE_NONE)
    return true;
  const type_fact *own = rewrite_type(r, element);
  return kind == KIND_BRACES || kind == KIND_STRING || kind == KIND_STRINGS ||
         (own && own->shape == SHAPE_RECORD);
}

bool entity_initialises(const rewriter *r, uint32_t braces, CXCursor record)
{
  const type_fact *of = rewrite_type(r, braces);
  if (!of || of->shape != SHAPE_RECORD)
    return false;
  CXType type = clang_getCanonicalType(of->type);
  return clang_equalCursors(clang_getTypeDeclaration(type), record) != 0;
}

bool entity_is_constant(const rewriter *r, uint32_t value)
{
  EACH_BELOW (at, r, value) {
    syntax_kind kind = rewrite_kind(r, at);
    if (kind == KIND_NAME || kind == KIND_CALL ||
        kind == KIND_STATEMENT_EXPRESSION)
      return false;
  }
  return true;
}

/* ---- parameters ---- */

/* The leaf that names a parameter. */
static uint32_t find_name(const rewriter *r, uint32_t parameter)
{
  uint32_t leaf = NODE_NONE, at = parameter;
  for (; at != NODE_NONE && leaf == NODE_NONE;
       at = rewrite_child_of_kind(r, at, KIND_NESTED))
    leaf = rewrite_child_of_kind(r, at, KIND_DECLARED);
  return leaf;
}

/* The declaration of a parameter in an old parameter list. */
static uint32_t find_old(const rewriter *r, uint32_t definition, uint32_t name)
{
  uint32_t list = rewrite_child_of_kind(r, definition, KIND_OLD_PARAMETERS);
  if (list == NODE_NONE)
    return NODE_NONE;
  const token *wanted = &r->s->tokens[syntax_first_token(r->s, name)];
  size_t size = wanted->end - wanted->begin;
  for (uint32_t i = rewrite_at(r, list)->first; i < rewrite_at(r, list)->end;
       i++) {
    uint32_t at = r->s->visible[i];
    const token *tok = &r->s->tokens[at];
    if (r->f->declares[at] && tok->end - tok->begin == size &&
        !memcmp(r->s->text + tok->begin, r->s->text + wanted->begin, size))
      return r->b->leaf_nodes[at];
  }
  return NODE_NONE;
}

static size_t count_uses(const rewriter *r, uint32_t symbol)
{
  size_t uses = 0;
  EACH_MENTION (leaf, r, symbol)
    uses += rewrite_kind(r, leaf) != KIND_DECLARED;
  return uses;
}

bool entity_parameter_at(entity_parameter *out, const rewriter *r,
                         uint32_t leaf, uint32_t index)
{
  uint32_t list = entity_parameter_list(r, leaf);
  uint32_t element = entity_element(r, list, index);
  syntax_kind kind = rewrite_kind(r, element);
  if (kind != KIND_PARAMETER && kind != KIND_DECLARED)
    return false;
  uint32_t name = kind == KIND_DECLARED ? element : find_name(r, element);
  *out = (entity_parameter){ .element = element,
                             .symbol = FACT_NONE,
                             .old = NODE_NONE };
  if (kind == KIND_DECLARED) {
    out->old = find_old(r, declared_owner(r, leaf), name);
    name = out->old == NODE_NONE ? name : out->old;
  }
  if (name != NODE_NONE && rewrite_declares(r, name))
    out->symbol = rewrite_symbol(r, name);
  if (out->symbol != FACT_NONE)
    out->uses = count_uses(r, out->symbol);
  return name == NODE_NONE || out->symbol != FACT_NONE;
}

const char *entity_parameter_text(rewriter *r, const entity_parameter *of)
{
  const char *text;
  uint32_t declaration = of->element;
  if (of->symbol == FACT_NONE)
    return NULL;
  if (of->old != NODE_NONE) {
    declaration = declared_owner(r, of->old);
    text = rewrite_format(r, "%s%s", declared_specifiers(r, declaration),
                          rewrite_source(r, declared_declarator(r, of->old)));
  } else if (rewrite_kind(r, of->element) == KIND_PARAMETER) {
    text = rewrite_source(r, of->element);
  } else {
    text = rewrite_format(r, "int %s", rewrite_source(r, of->element));
  }
  return strchr(text, '[') || declared_defines_tag(r, declaration) ? NULL
                                                                   : text;
}

/* ---- names ---- */

/* Local names, and names in other name spaces, do not conflict. */
static bool takes_name(const rewriter *r, uint32_t at)
{
  uint32_t symbol = r->f->names[at];
  if (r->s->tokens[at].kind != TOKEN_IDENTIFIER)
    return false;
  if (symbol == FACT_NONE)
    return true;
  const symbol_fact *fact = rewrite_fact(r, symbol);
  return !(fact->flags & RD_SYMBOL_LOCAL) && fact->kind != RD_SYMBOL_FIELD &&
         fact->kind != RD_SYMBOL_TAG;
}

void entity_taken_names(map *out, const rewriter *r)
{
  for (uint32_t at = 0; at < r->s->token_count; at++)
    if (takes_name(r, at))
      map_put(out, token_hash(&r->s->tokens[at], r->s->text), at);
}

bool entity_is_taken(const map *taken, const char *name)
{
  return map_find(taken, hash_bytes(name, strlen(name))) != MAP_NONE;
}

const char *entity_variable_name(rewriter *r, const map *taken, uint32_t name)
{
  return spelled_is(r, name, "main") ? entity_free_name(r, taken)
                                     : spelled_text(r, name, name + 1);
}

const char *entity_free_name(rewriter *r, const map *taken)
{
  for (char letter = 'a'; letter <= 'z'; letter++) {
    const char *text = rewrite_format(r, "%c", letter);
    if (!entity_is_taken(taken, text))
      return text;
  }
  return NULL;
}

/* ---- expressions ---- */

const char *entity_phrase(rewriter *r, uint32_t expression)
{
  const type_fact *type = rewrite_converted_type(r, expression);
  uint32_t at = expression;
  while (rewrite_role(r, at) == ROLE_INNER)
    at = rewrite_at(r, at)->parent;
  syntax_role role = rewrite_role(r, at);
  if (role == ROLE_LVALUE || role == ROLE_CALLEE)
    return NULL;
  if (type && (type->shape == SHAPE_RECORD || type->shape == SHAPE_VECTOR))
    return !type->name ? NULL
                       : rewrite_format(r, r->s->cxx ? "(%s){}" : "(%s){0}",
                                        type->name);
  if (role == ROLE_POINTER || role == ROLE_RECORD)
    return type && type->name && type->shape == SHAPE_POINTER
               ? rewrite_format(r, "((%s)0)", type->name)
               : NULL;
  return "0";
}

size_t entity_variables(const char **out, size_t most, const rewriter *r,
                        uint32_t symbol, uint32_t at)
{
  size_t kept = 0;
  const type_fact *type = NULL;
  EACH_MENTION (leaf, r, symbol)
    if (rewrite_kind(r, leaf) == KIND_NAME && !type)
      type = rewrite_type(r, leaf);
  if (!type)
    return 0;
  size_t found =
      scopes_find(out, most, r->b, type->exact, syntax_first_token(r->s, at));
  for (size_t i = 0; i < found; i++)
    if (strcmp(out[i], rewrite_fact(r, symbol)->name))
      out[kept++] = out[i];
  return kept;
}
