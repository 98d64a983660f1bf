/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Typed phrases: replacements for a node, chosen by the type that its place
 * requires, shortest or most likely first.
 *
 * If an lvalue or a record is required, the only short texts are variables of
 * the same type in scope. They are found by type, nearest declaration first;
 * the search examines a bounded number of candidates, so that a file with
 * thousands of variables of one type takes linear time. In a program that is run a
 * variable is not its own value, which no compiler warns of if it is a structure.
 */
#include <stdlib.h>
#include <string.h>

#include "build.h"

/* Limit on the nearest declarations examined per type. Measured: after some
 * dozens the result is a distant variable, which is useless. */
enum { LOOK_MOST = 48 };

struct variable {
  uint32_t type;       /* the exact one */
  uint32_t token, end; /* in scope for tokens in (token, end) */
  uint32_t value;      /* up to there tokens are those of its own value */
};

struct scopes {
  ARRAY(struct variable) variables; /* by type, then in document order */
};

/* ---- variables in scope ---- */

/* What else C++ declares names in. */
static bool is_cxx_scope(syntax_kind kind)
{
  return kind == KIND_RANGE_FOR || kind == KIND_IF || kind == KIND_WHILE ||
         kind == KIND_SWITCH || kind == KIND_CATCH || kind == KIND_LAMBDA;
}

uint32_t scopes_end(const syntax *s, uint32_t leaf)
{
  const syntax_node *nodes = s->nodes.data;
  uint32_t at = leaf;
  for (; nodes[at].parent != NODE_NONE; at = nodes[at].parent) {
    uint8_t kind = nodes[at].kind;
    if (kind == KIND_COMPOUND || kind == KIND_FOR || kind == KIND_FUNCTION ||
        (s->cxx && is_cxx_scope((syntax_kind)kind)))
      break;
    if (kind == KIND_TEMPLATE_HEAD)
      return syntax_last_token(s, nodes[at].parent);
    if (kind == KIND_PARAMETERS && nodes[nodes[at].parent].kind == KIND_NESTED)
      break;
  }
  return nodes[at].parent == NODE_NONE ? s->token_count
                                       : syntax_last_token(s, at);
}

/* Is the leaf a parameter of a pure declaration, or the function's own name? */
static bool is_in_prototype(const syntax *s, uint32_t leaf)
{
  const syntax_node *nodes = s->nodes.data;
  bool parameter = false;
  for (uint32_t at = leaf; at != NODE_NONE; at = nodes[at].parent) {
    parameter |= nodes[at].kind == KIND_PARAMETER;
    if (nodes[at].kind == KIND_FUNCTION || nodes[at].kind == KIND_LAMBDA ||
        nodes[at].kind == KIND_CATCH)
      return false;
    if (nodes[at].kind == KIND_DECLARATION || nodes[at].kind == KIND_FIELD ||
        nodes[at].kind == KIND_COMPOUND)
      return parameter;
  }
  return parameter;
}

/* The last token of the value that the leaf is declared with, or the leaf's own. */
static uint32_t value_end(const syntax *s, uint32_t leaf)
{
  const syntax_node *nodes = s->nodes.data;
  uint32_t at = leaf;
  while (nodes[at].next != NODE_NONE && nodes[at].kind != KIND_WITH_VALUE)
    at = nodes[at].next;
  return syntax_last_token(s, nodes[at].kind == KIND_WITH_VALUE ? at : leaf);
}

static int compare(const void *left, const void *right)
{
  const struct variable *a = left, *b = right;
  if (a->type != b->type)
    return a->type < b->type ? -1 : 1;
  return (a->token > b->token) - (a->token < b->token);
}

struct scopes *scopes_new(const syntax *s, const semantics *f,
                          const uint32_t *leaf_nodes)
{
  struct scopes *scopes = mem_alloc(1, sizeof *scopes);
  for (size_t i = 0; i < f->variables.size; i++) {
    const variable_fact *fact = &f->variables.data[i];
    uint32_t leaf = leaf_nodes[fact->token];
    const type_fact *type = types_at(&f->types, fact->type);
    if (leaf == NODE_NONE || type->is_function || is_in_prototype(s, leaf))
      continue;
    ARRAY_PUSH(&scopes->variables,
               (struct variable){ .type = type->exact,
                                  .token = fact->token,
                                  .end = scopes_end(s, leaf),
                                  .value = value_end(s, leaf) });
  }
  if (scopes->variables.size)
    qsort(scopes->variables.data, scopes->variables.size,
          sizeof *scopes->variables.data, compare);
  return scopes;
}

void scopes_free(struct scopes *scopes)
{
  free(scopes->variables.data);
  free(scopes);
}

/* Inserts the name in order: shorter before longer. */
static size_t insert_name(const char **out, size_t count, size_t most,
                          const char *name)
{
  size_t at = count;
  for (size_t i = 0; i < count; i++)
    if (!strcmp(out[i], name))
      return count;
  while (at > 0 && strlen(name) < strlen(out[at - 1]))
    at--;
  if (at >= most)
    return count;
  size_t moved = (count < most ? count : most - 1) - at;
  memmove(&out[at + 1], &out[at], moved * sizeof *out);
  out[at] = name;
  return count < most ? count + 1 : most;
}

/* The number of variables before the first one of the type at or behind the token. */
static size_t find_behind(const struct scopes *scopes, uint32_t exact,
                          uint32_t at)
{
  const struct variable sought = { .type = exact, .token = at };
  size_t low = 0, high = scopes->variables.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare(&scopes->variables.data[middle], &sought) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

size_t scopes_find(const char **out, size_t most, const build *b,
                   uint32_t exact, uint32_t at)
{
  bool runs = rd_builder_wants_monitor(b->builder);
  const struct variable *variables = b->scopes->variables.data;
  size_t next = find_behind(b->scopes, exact, at), count = 0;
  for (int looked = 0; next > 0 && looked < LOOK_MOST; looked++) {
    const struct variable *variable = &variables[--next];
    if (variable->type != exact)
      break;
    uint32_t symbol = b->f->names[variable->token];
    if (at < variable->end && symbol != FACT_NONE &&
        (!runs || at > variable->value))
      count = insert_name(out, count, most, b->f->symbols.data[symbol].name);
  }
  return count;
}

/* ---- phrases ---- */

static void add(fillers *out, const char *text)
{
  size_t i = 0;
  while (out->texts[i] && strcmp(out->texts[i], text))
    i++;
  if (i == FILL_MOST)
    return;
  out->texts[i] = text;
}

static void add_variables(fillers *out, const build *b, uint32_t node,
                          const type_fact *type)
{
  const char *names[3];
  size_t count =
      scopes_find(names, 3, b, type->exact, syntax_first_token(b->s, node));
  for (size_t i = 0; i < count; i++)
    add(out, names[i]);
}

/* Adds a cast of 0, or of {0}, to the type, if it has a name. */
static void add_cast(fillers *out, build *b, const type_fact *type,
                     const char *zero)
{
  if (type->name)
    add(out, strings_take(&b->pool, mem_format("(%s)%s", type->name, zero)));
}

/* May braces alone be there, whose type is that of what takes them? C++11. */
static bool takes_braces(const build *b, uint32_t node)
{
  uint8_t role = b->s->nodes.data[node].role;
  return !b->f->cxx98 && (role == ROLE_RESULT || role == ROLE_ARGUMENT ||
                          role == ROLE_INITIAL || role == ROLE_INITIAL_ELEMENT);
}

/* `(T){0}`, or `{}` and `T()` in C++. */
static void add_record(fillers *out, build *b, uint32_t node,
                       const type_fact *type)
{
  if (!b->s->cxx)
    add_cast(out, b, type, "{0}");
  else if (takes_braces(b, node))
    add(out, "{}");
  if (b->s->cxx && type->name)
    add(out, strings_take(&b->pool, mem_format("%s()", type->name)));
}

static void add_values(fillers *out, build *b, uint32_t node,
                       const type_fact *type)
{
  const syntax_node *nodes = b->s->nodes.data;
  switch ((type_shape)type->shape) {
  case SHAPE_RECORD:
    add_variables(out, b, node, type);
    add_record(out, b, node, type);
    break;
  case SHAPE_VECTOR:
    if (nodes[nodes[node].parent].kind == KIND_COMPARISON)
      add(out, "-1"); /* what another comparison gives where it holds */
    add_record(out, b, node, type);
    break;
  case SHAPE_POINTER:
    add(out, "0");
    add_cast(out, b, type, "0");
    break;
  case SHAPE_VOID:
    add(out, "0");
    add(out, "(void)0");
    break;
  case SHAPE_ARITHMETIC:
  case SHAPE_UNKNOWN:
    add(out, "0");
    add(out, "1");
  }
}

static const type_fact *wanted_type(const build *b, uint32_t node, bool own)
{
  const expression_fact *fact = build_fact(b, node);
  return fact ? types_at(&b->f->types, own ? fact->own : fact->converted)
              : NULL;
}

static void fill_value(fillers *out, build *b, uint32_t node)
{
  const type_fact *type = wanted_type(b, node, false);
  if (type)
    add_values(out, b, node, type);
  else
    add(out, "0");
}

static void fill_lvalue(fillers *out, build *b, uint32_t node)
{
  const type_fact *type = wanted_type(b, node, true);
  if (type)
    add_variables(out, b, node, type);
}

static void fill_pointer(fillers *out, build *b, uint32_t node)
{
  const type_fact *type = wanted_type(b, node, false);
  if (!type || type->shape != SHAPE_POINTER)
    return;
  add_variables(out, b, node, type);
  add_cast(out, b, type, "0");
}

static void fill_initial(fillers *out, build *b, uint32_t node)
{
  const type_fact *type = wanted_type(b, node, false);
  uint8_t kind = b->s->nodes.data[node].kind;
  if (kind == KIND_BRACES || kind == KIND_INITIALIZER) {
    add(out, "{}");
    add(out, "{0}");
    add(out, "0");
  } else if (kind == KIND_STRING || kind == KIND_STRINGS) {
    add(out, "\"\"");
    add(out, "0");
  } else if (type) {
    add_values(out, b, node, type);
  } else {
    add(out, "0");
  }
}

/* Where C89 permits a declaration without a type: at file scope, beside another
 * specifier, and for a parameter of a definition (which then becomes
 * old-style). */
static void fill_implicit_int(fillers *out, const build *b, uint32_t node)
{
  const syntax_node *nodes = b->s->nodes.data;
  uint32_t owner = nodes[node].parent;
  uint32_t next = nodes[node].next;
  bool may = false;
  if (!build_permits_implicit_int(b))
    return;
  if (nodes[owner].kind == KIND_DECLARATION)
    may = nodes[nodes[owner].parent].kind == KIND_UNIT ||
          nodes[node].prev != NODE_NONE ||
          (next != NODE_NONE && nodes[next].kind == KIND_TOKEN);
  else if (nodes[owner].kind == KIND_PARAMETER && next != NODE_NONE)
    for (uint32_t at = owner; at != NODE_NONE && !may; at = nodes[at].parent)
      may = nodes[at].kind == KIND_FUNCTION;
  if (may)
    add(out, "");
}

/* Must the function of this body be defined where it is used? */
static bool is_undeclarable(const build *b, uint32_t body)
{
  const syntax_node *nodes = b->s->nodes.data;
  bool found = false;
  if (rd_builder_permitted(b->builder) & HABIT_UNDEFINED_STATIC ||
      build_is_member(b, nodes[body].parent))
    return false;
  for (uint32_t at = nodes[body].prev; at != NODE_NONE; at = nodes[at].prev) {
    word w = (word)b->s->words[nodes[at].first];
    found |=
        nodes[at].child == NODE_NONE && (w == WORD_STATIC || w == WORD_INLINE);
  }
  return found;
}

/* A function template that is used with a class of a function has to be defined:
 * no other file could do so. */
static bool is_used_locally(const build *b, uint32_t body)
{
  const syntax_node *nodes = b->s->nodes.data;
  for (uint32_t i = nodes[nodes[body].parent].first;
       b->f->cxx && i < nodes[body].first; i++)
    if (b->f->marks[b->s->visible[i]] & MARK_LOCAL)
      return true;
  return false;
}

/* `[[a]] friend T f() {}`: without a body it must not have attributes. */
static bool is_attributed_friend(const build *b, uint32_t body)
{
  const syntax_node *nodes = b->s->nodes.data;
  bool is_friend = false, has_attributes = false;
  for (uint32_t i = nodes[nodes[body].parent].first; i < nodes[body].first;
       i++) {
    is_friend |= b->s->words[i] == WORD_FRIEND;
    has_attributes |= b->s->words[i] == WORD_OPEN_BRACKET &&
                      b->s->words[i + 1] == WORD_OPEN_BRACKET;
  }
  return is_friend && has_attributes;
}

static void fill_prototype(fillers *out, const build *b, uint32_t node)
{
  const syntax_node *nodes = b->s->nodes.data;
  uint32_t before = nodes[node].prev;
  if (build_is_redeclared(b, nodes[node].parent))
    return;
  bool defined = is_attributed_friend(b, node) || is_used_locally(b, node);
  bool is_constexpr = build_is_constexpr(b, node);
  if (!is_constexpr && (defined || is_undeclarable(b, node)))
    add(out, "{}");
  if (defined || (is_constexpr && is_undeclarable(b, node)))
    return;
  if (before == NODE_NONE || nodes[before].kind != KIND_OLD_PARAMETERS)
    add(out, ";");
}

/* Operands that are looked through. */
enum { MOST_OPERANDS = 64 };

/* A constraint is true or false; 0 is neither. */
static void fill_condition(fillers *out, const build *b, uint32_t node)
{
  const syntax_node *nodes = b->s->nodes.data;
  for (int i = 0;
       i < MOST_OPERANDS && (nodes[node].role == ROLE_LOGICAL_OPERAND ||
                             nodes[node].role == ROLE_INNER);
       i++)
    node = nodes[node].parent;
  bool is_truth = nodes[node].role == ROLE_TRUTH;
  add(out, is_truth ? "true" : "0");
  add(out, is_truth ? "false" : "1");
}

/* The first bound may be removed if the declaration may be incomplete: at file
 * scope, in a parameter, and with an initialiser. */
static void fill_size(fillers *out, const build *b, uint32_t node)
{
  const syntax_node *nodes = b->s->nodes.data;
  uint32_t array = nodes[node].parent, owner = nodes[array].parent;
  uint32_t before = nodes[array].prev, behind = nodes[array].next;
  if (nodes[array].kind != KIND_ARRAY || before == NODE_NONE ||
      nodes[before].kind != KIND_DECLARED)
    return;
  bool initialised =
      behind != NODE_NONE && nodes[behind].kind == KIND_WITH_VALUE;
  bool parameter = nodes[owner].kind == KIND_PARAMETER;
  while (nodes[owner].kind == KIND_DECLARATOR ||
         nodes[owner].kind == KIND_DECLARATORS)
    owner = nodes[owner].parent;
  if (initialised || parameter ||
      (nodes[owner].kind == KIND_DECLARATION &&
       nodes[nodes[owner].parent].kind == KIND_UNIT))
    add(out, "");
}

/* Drops a phrase that equals the current text. */
static void remove_own(fillers *out, const build *b, uint32_t node)
{
  const syntax_node *at = &b->s->nodes.data[node];
  const token *tok = &b->f->tokens[syntax_first_token(b->s, node)];
  size_t kept = 0;
  for (size_t i = 0; out->texts[i]; i++)
    if (at->end > at->first + 1 || !token_is(tok, b->f->text, out->texts[i]))
      out->texts[kept++] = out->texts[i];
  out->texts[kept] = NULL;
}

void phrases_fill(fillers *out, build *b, uint32_t node, int fill)
{
  *out = (fillers){ 0 };
  switch (fill) {
  case FILL_VALUE:
    fill_value(out, b, node);
    break;
  case FILL_CONDITION:
    fill_condition(out, b, node);
    break;
  case FILL_LVALUE:
    fill_lvalue(out, b, node);
    break;
  case FILL_POINTER:
    fill_pointer(out, b, node);
    break;
  case FILL_INITIAL:
    fill_initial(out, b, node);
    break;
  case FILL_TYPE:
    add(out, "void");
    add(out, "int");
    break;
  case FILL_IMPLICIT_INT:
    fill_implicit_int(out, b, node);
    break;
  case FILL_PROTOTYPE:
    fill_prototype(out, b, node);
    break;
  case FILL_SIZE:
    fill_size(out, b, node);
    break;
  default:
    break;
  }
  remove_own(out, b, node);
}
