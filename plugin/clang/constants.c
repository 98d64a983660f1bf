/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * C++: which constexpr functions the compiler itself calls.
 *
 * The library's functions are nearly all constexpr since C++20, but a program
 * computes few constants with them. Those calls need the functions' bodies; all
 * others need a declaration only, as of any function.
 *
 * A constant is what stands in a template's arguments, in an array's size, in
 * static_assert and the like, and the value of a constexpr variable. It means what
 * has one of its names, which are compared without their scopes: too much is meant
 * rather than too little. What is meant is looked at once: the body of a function,
 * the value of a variable, the meaning of an alias, the bases and members of a
 * class. A member function can be called only if its class is meant too: an object
 * of it is made, or it qualifies a name. A class that is only the argument of a
 * template is not, or the containers of the library would mean all of it.
 * Operators are meant with the classes that they work on. Local declarations
 * belong to the functions around them. Constructors are counted too, since a
 * compiler makes at compile time what objects it can.
 */
#include "constants.h"

#include <stdlib.h>

#include "known.h"

/* Of a name with more types and values than that (`type`) each is seldom meant. */
enum { MOST_NAMESAKES = 4 };

/* A node that declares a name. Those of a name are linked, and so are the
 * functions of a class. */
struct declared {
  uint32_t node;
  uint64_t name;  /* its key */
  uint64_t class; /* key of the class without which it is not called, or 0 */
  uint32_t next_of_name, next_of_class; /* index, or MAP_NONE */
};

struct constants {
  const syntax *s;
  bool *meant;    /* by node */
  bool *local;    /* by node: it is in a function's body */
  bool *declares; /* by visible token: it declares what it names */
  uint32_t *ends; /* by visible token: where the arguments that it opens end */
  ARRAY(struct declared) declared;
  map of_name, of_class;       /* key to the last so far with it */
  map named;                   /* keys of names and classes that are meant */
  ARRAY(uint32_t) work;        /* nodes that are meant, to be looked at */
  uint32_t done, objects_done; /* visible tokens before them were looked at in
                                  a constant, or in a constant's declaration */
};

static const syntax_node *at_node(const struct constants *c, uint32_t node)
{
  return &c->s->nodes.data[node];
}

static uint64_t hash_at(const struct constants *c, uint32_t at)
{
  return token_hash(&c->s->tokens[c->s->visible[at]], c->s->text);
}

static bool is_name(const struct constants *c, uint32_t at)
{
  return c->s->tokens[c->s->visible[at]].kind == TOKEN_IDENTIFIER &&
         c->s->words[at] == WORD_NONE;
}

static bool is_type(const struct constants *c, uint32_t at)
{
  const token *tok = &c->s->tokens[c->s->visible[at]];
  return known_bits(c->s->known, tok, c->s->text) &
         (KNOWN_TYPE | KNOWN_TEMPLATE);
}

static uint32_t find_child(const struct constants *c, uint32_t node,
                           syntax_kind kind)
{
  uint32_t at = at_node(c, node)->child;
  while (at != NODE_NONE && at_node(c, at)->kind != kind)
    at = at_node(c, at)->next;
  return at;
}

/* The next node in document order. */
static uint32_t next_node(const struct constants *c, uint32_t node)
{
  if (at_node(c, node)->child != NODE_NONE)
    return at_node(c, node)->child;
  while (node && at_node(c, node)->next == NODE_NONE)
    node = at_node(c, node)->parent;
  return node ? at_node(c, node)->next : NODE_NONE;
}

/* ---- declarations ---- */

/* Has the declaration the specifier? */
static bool is_specified(const struct constants *c, uint32_t node, word w)
{
  uint32_t at = at_node(c, node)->child;
  while (at != NODE_NONE && (at_node(c, at)->kind != KIND_TOKEN ||
                             c->s->words[at_node(c, at)->first] != w))
    at = at_node(c, at)->next;
  return at != NODE_NONE;
}

/* A name has up to three keys: what it names, a class whose members can be
 * called, and the operators of a class. */
static uint64_t class_key(uint64_t hash)
{
  return hash * 37 + 1;
}

static uint64_t operators_key(uint64_t hash)
{
  return hash * 31 + 1;
}

/* The hash of the last name in the node that is not in arguments, or 0. */
static uint64_t hash_of(const struct constants *c, uint32_t node)
{
  uint64_t hash = 0;
  if (node == NODE_NONE)
    return 0;
  for (uint32_t i = at_node(c, node)->first; i < at_node(c, node)->end;) {
    if (is_name(c, i))
      hash = hash_at(c, i);
    i = c->ends[i] > i ? c->ends[i] : i + 1;
  }
  return hash;
}

/* The hash of the name of the class around the node, or 0. */
static uint64_t hash_of_class(const struct constants *c, uint32_t node)
{
  while (node && at_node(c, node)->kind != KIND_TAG &&
         at_node(c, node)->kind != KIND_NAMESPACE)
    node = at_node(c, node)->parent;
  if (at_node(c, node)->kind != KIND_TAG)
    return 0;
  uint32_t name = find_child(c, node, KIND_DECLARED);
  return hash_of(c, name != NODE_NONE
                        ? name
                        : find_child(c, node, KIND_QUALIFIED_DECLARED));
}

/* The last qualifier of the name that is defined, or NODE_NONE. */
static uint32_t find_qualifier(const struct constants *c, uint32_t function)
{
  uint32_t last = NODE_NONE;
  uint32_t at = find_child(c, function, KIND_DECLARATOR);
  while (at != NODE_NONE && at_node(c, at)->kind != KIND_QUALIFIED_DECLARED) {
    uint32_t inner = find_child(c, at, KIND_QUALIFIED_DECLARED);
    at = inner != NODE_NONE ? inner : find_child(c, at, KIND_NESTED);
  }
  at = at == NODE_NONE ? at : at_node(c, at)->child;
  for (; at != NODE_NONE; at = at_node(c, at)->next)
    if (at_node(c, at)->kind == KIND_QUALIFIER)
      last = at;
  return last;
}

/* The key of the class without which the function is not called, or 0. */
static uint64_t class_of(const struct constants *c, uint32_t function)
{
  if (is_specified(c, function, WORD_STATIC) ||
      is_specified(c, function, WORD_FRIEND))
    return 0;
  uint32_t qualifier = find_qualifier(c, function);
  uint64_t hash = qualifier != NODE_NONE ? hash_of(c, qualifier)
                                         : hash_of_class(c, function);
  return hash ? class_key(hash) : 0;
}

/* Puts the index into the list of the key; returns the one before it. */
static uint32_t put_first(map *lists, uint64_t key, uint32_t index)
{
  uint32_t before = map_find(lists, key);
  map_put(lists, key, index);
  return before;
}

static void declare(struct constants *c, uint64_t key, uint64_t class,
                    uint32_t node)
{
  uint32_t index = (uint32_t)c->declared.size;
  struct declared declared = {
    .node = node,
    .name = key,
    .class = class,
    .next_of_name = put_first(&c->of_name, key, index),
    .next_of_class = class ? put_first(&c->of_class, class, index) : MAP_NONE,
  };
  ARRAY_PUSH(&c->declared, declared);
}

/* What the name declares, if constants can mean it from elsewhere. */
static uint32_t find_owner(const struct constants *c, uint32_t node)
{
  while (node) {
    node = at_node(c, node)->parent;
    switch (at_node(c, node)->kind) {
    case KIND_FUNCTION:
      return is_specified(c, node, WORD_CONSTEXPR) ? node : NODE_NONE;
    case KIND_DECLARATION:
    case KIND_FIELD:
    case KIND_ALIAS:
    case KIND_TAG:
      return node;
    case KIND_NAMESPACE:
    case KIND_PARAMETER:
    case KIND_QUALIFIER:
    case KIND_TEMPLATE_PARAMETER:
      return NODE_NONE;
    }
  }
  return NODE_NONE;
}

static void mean_node(struct constants *c, uint32_t node)
{
  if (!c->meant[node])
    ARRAY_PUSH(&c->work, node);
  c->meant[node] = true;
}

/* An operator is meant with its class and with the types in its declarator. */
static void declare_operator(struct constants *c, uint32_t function)
{
  uint64_t class = class_of(c, function), own = hash_of_class(c, function);
  uint32_t at = find_child(c, function, KIND_DECLARATOR);
  for (uint32_t i = at == NODE_NONE ? 0 : at_node(c, at)->first;
       at != NODE_NONE && i < at_node(c, at)->end; i++)
    if (c->s->tokens[c->s->visible[i]].kind == TOKEN_STRING)
      mean_node(c, function); /* `1_x` does not name it */
    else if (is_name(c, i) && is_type(c, i))
      declare(c, operators_key(hash_at(c, i)), class, function);
  if (own)
    declare(c, operators_key(own), class, function);
}

static void find_declared(struct constants *c, uint32_t node)
{
  const syntax_node *at = at_node(c, node);
  c->local[node] = node && (c->local[at->parent] || at->kind == KIND_COMPOUND);
  if (at->first == at->end)
    return;
  if (at->kind == KIND_TEMPLATE_LIST)
    c->ends[at->first] = at->end;
  c->declares[at->first] |= at->kind == KIND_DECLARED;
  bool is_operator = at->kind == KIND_QUALIFIED_DECLARED &&
                     c->s->words[at->first] == WORD_OPERATOR;
  if (c->local[node] || (at->kind != KIND_DECLARED && !is_operator))
    return;
  uint32_t owner = find_owner(c, node);
  bool is_function =
      owner != NODE_NONE && at_node(c, owner)->kind == KIND_FUNCTION;
  if (is_operator && is_function)
    declare_operator(c, owner);
  else if (!is_operator && owner != NODE_NONE)
    declare(c, hash_at(c, at->first), is_function ? class_of(c, owner) : 0,
            owner);
}

/* ---- what is meant ---- */

static bool is_named(const struct constants *c, uint64_t key)
{
  return map_find(&c->named, key) != MAP_NONE;
}

/* Means what has the name. */
static void mean(struct constants *c, uint64_t key)
{
  uint32_t others = 0;
  if (is_named(c, key))
    return;
  map_put(&c->named, key, 1);
  for (uint32_t i = map_find(&c->of_name, key); i != MAP_NONE;
       i = c->declared.data[i].next_of_name) {
    const struct declared *at = &c->declared.data[i];
    bool is_function = at_node(c, at->node)->kind == KIND_FUNCTION;
    if (is_function ? !at->class || is_named(c, at->class)
                    : others++ < MOST_NAMESAKES)
      mean_node(c, at->node);
  }
}

/* Means what the class has of the names so far. */
static void mean_class(struct constants *c, uint64_t hash)
{
  uint64_t key = class_key(hash);
  if (is_named(c, key))
    return;
  map_put(&c->named, key, 1);
  for (uint32_t i = map_find(&c->of_class, key); i != MAP_NONE;
       i = c->declared.data[i].next_of_class)
    if (is_named(c, c->declared.data[i].name))
      mean_node(c, c->declared.data[i].node);
}

/* Behind the pair of brackets that the token opens, or the token itself. */
static uint32_t skip_brackets(const struct constants *c, uint32_t at, word w)
{
  const syntax *s = c->s;
  if (at < s->count && w == WORD_RELATIONAL && c->ends[at])
    return c->ends[at];
  if (at >= s->count || s->words[at] != w || s->match[at] == NODE_NONE ||
      s->match[at] < at)
    return at;
  return s->match[at] + 1;
}

/* Behind an operand that is not evaluated, or the token itself. */
static uint32_t skip_operand(const struct constants *c, uint32_t at)
{
  word w = c->s->words[at];
  uint32_t end = skip_brackets(c, at + 1, WORD_OPEN_PAREN);
  if (w == WORD_REQUIRES) {
    uint32_t behind = skip_brackets(c, end, WORD_OPEN_BRACE);
    return behind > end ? behind : at; /* not of a clause */
  }
  return syntax_class(w) == CLASS_TYPEOF || w == WORD_SIZEOF ||
                 w == WORD_NOEXCEPT
             ? end
             : at;
}

/* How tokens mean what they name. */
typedef enum naming {
  NAMES_CALLS,   /* in a function: what is called, and types of objects */
  NAMES_VALUES,  /* in a constant: variables too */
  NAMES_OBJECTS, /* in a declaration: all types, but for those in arguments */
} naming;

/* Does the token, behind a name and its arguments, show that this is called, or
 * that an object of the type is made? */
static bool is_made(const struct constants *c, uint32_t at, bool is_type)
{
  const syntax *s = c->s;
  if (at + 1 >= s->count)
    return false;
  word next = (word)s->words[at + 1];
  bool declares = is_type && (next == WORD_STAR || next == WORD_AND);
  return s->words[at] == WORD_OPEN_BRACE || (is_type && is_name(c, at)) ||
         (s->words[at] == WORD_OPEN_PAREN && !declares);
}

static void mean_name(struct constants *c, uint32_t at, naming how)
{
  const syntax *s = c->s;
  uint64_t hash = hash_at(c, at);
  uint32_t next = skip_brackets(c, at + 1, WORD_RELATIONAL);
  bool type = is_type(c, at);
  bool qualifies = next < s->count && s->words[next] == WORD_COLONS;
  if (how == NAMES_OBJECTS
          ? !qualifies
          : (how == NAMES_VALUES && !type) || is_made(c, next, type)) {
    mean(c, hash);
    mean_class(c, hash);
    if (how != NAMES_OBJECTS && type)
      mean(c, operators_key(hash));
  } else if (how != NAMES_OBJECTS && qualifies) {
    mean_class(c, hash);
  }
}

/* Returns the first token of an operand that is not evaluated, or `end`. */
static uint32_t mean_names(struct constants *c, uint32_t first, uint32_t end,
                           naming how)
{
  uint32_t inside = first; /* of arguments up to here */
  uint32_t skipped = end;
  for (uint32_t i = first; i < end;) {
    uint32_t next = skip_operand(c, i);
    if (next > i && skipped == end)
      skipped = i;
    if (c->ends[i] > inside && how == NAMES_OBJECTS)
      inside = c->ends[i];
    if (next == i && is_name(c, i) && !c->declares[i])
      mean_name(c, i, i < inside ? NAMES_VALUES : how);
    if (how == NAMES_CALLS && c->s->words[i] == WORD_FOR) {
      mean(c, hash_bytes("begin", 5)); /* of a range */
      mean(c, hash_bytes("end", 3));
    }
    i = next > i ? next : i + 1;
  }
  return skipped;
}

static void mean_all(struct constants *c, uint32_t node, naming how)
{
  if (node != NODE_NONE)
    mean_names(c, at_node(c, node)->first, at_node(c, node)->end, how);
}

/* Does the declaration declare a function without its body? */
static bool is_prototype(const struct constants *c, uint32_t node)
{
  uint32_t at = find_child(c, node, KIND_DECLARATOR);
  return at != NODE_NONE && find_child(c, at, KIND_NESTED) == NODE_NONE &&
         find_child(c, at, KIND_PARAMETERS) != NODE_NONE;
}

/* Does the declaration define a class, which is meant by itself? */
static bool is_class(const struct constants *c, uint32_t node)
{
  uint32_t at = find_child(c, node, KIND_TAG);
  return at != NODE_NONE && find_child(c, at, KIND_TAG_BODY) != NODE_NONE;
}

static void mean_members(struct constants *c, uint32_t tag)
{
  uint32_t body = find_child(c, tag, KIND_TAG_BODY);
  uint32_t fields =
      body == NODE_NONE ? NODE_NONE : find_child(c, body, KIND_FIELDS);
  mean_all(c, find_child(c, tag, KIND_BASES), NAMES_OBJECTS);
  uint32_t at = fields == NODE_NONE ? NODE_NONE : at_node(c, fields)->child;
  for (; at != NODE_NONE; at = at_node(c, at)->next)
    if (at_node(c, at)->kind == KIND_FIELD && !is_prototype(c, at) &&
        !is_class(c, at))
      mean_all(c, at, NAMES_OBJECTS);
}

/* Looks at what is meant. */
static void look_at(struct constants *c, uint32_t node)
{
  uint32_t at = at_node(c, node)->child;
  switch (at_node(c, node)->kind) {
  case KIND_FUNCTION:
    while (at != NODE_NONE && at_node(c, at)->role != ROLE_BODY)
      at = at_node(c, at)->next;
    mean_all(c, at, NAMES_CALLS);
    break;
  case KIND_TAG:
    mean_members(c, node);
    break;
  default:
    if (!is_prototype(c, node) && !is_class(c, node))
      mean_all(c, node, NAMES_OBJECTS);
  }
}

/* ---- constants ---- */

static bool is_consteval(const struct constants *c, uint32_t node)
{
  const syntax *s = c->s;
  for (uint32_t at = at_node(c, node)->child; at != NODE_NONE;
       at = at_node(c, at)->next) {
    uint32_t i = at_node(c, at)->first;
    if (at_node(c, at)->kind == KIND_TOKEN && s->words[i] == WORD_CONSTEXPR &&
        s->text[s->tokens[s->visible[i]].begin + 6] == 'v')
      return true;
  }
  return false;
}

/* Constants in constants are looked at with those. */
static void mean_constant(struct constants *c, uint32_t first, uint32_t end)
{
  if (end > c->done)
    c->done = mean_names(c, first, end, NAMES_VALUES);
}

/* Means what stands in the node if that is a constant. */
static void find_constants(struct constants *c, uint32_t node)
{
  const syntax_node *at = at_node(c, node);
  switch (at->kind) {
  case KIND_TEMPLATE_ARGUMENTS:
  case KIND_TEMPLATE_PARAMETERS:
  case KIND_ARRAY:
  case KIND_WIDTH:
  case KIND_STATIC_ASSERT:
  case KIND_REQUIRES_CLAUSE:
  case KIND_CONCEPT:
  case KIND_ENUMERATOR:
  case KIND_CASE:
    mean_constant(c, at->first, at->end);
    break;
  case KIND_DECLARATION:
  case KIND_FIELD:
    if (at->end > c->objects_done && is_specified(c, node, WORD_CONSTEXPR) &&
        !is_prototype(c, node))
      c->objects_done = mean_names(c, at->first, at->end, NAMES_OBJECTS);
    break;
  case KIND_NOEXCEPT: /* and explicit(...) */
    mean_constant(c, at->first + 1, at->end);
    break;
  case KIND_ATTRIBUTE:
    if (c->s->words[at->first] == WORD_ALIGNAS)
      mean_constant(c, at->first + 1, at->end);
    break;
  case KIND_FUNCTION:
    if (is_consteval(c, node))
      mean_node(c, node);
    break;
  case KIND_IF:
    if (at->end > at->first + 3 && c->s->words[at->first + 1] == WORD_CONSTEXPR)
      mean_constant(c, at->first + 3,
                    skip_brackets(c, at->first + 2, WORD_OPEN_PAREN));
    break;
  }
}

/* A compiler makes each object that it can, constant or not. */
static void keep_constructors(struct constants *c)
{
  for (size_t i = 0; i < c->declared.size; i++) {
    const struct declared *at = &c->declared.data[i];
    if (at->class == class_key(at->name))
      c->meant[at->node] = true;
  }
}

bool *constants_find(const syntax *s)
{
  struct constants c = { .s = s };
  c.meant = mem_alloc(s->nodes.size, sizeof *c.meant);
  c.local = mem_alloc(s->nodes.size, sizeof *c.local);
  c.declares = mem_alloc(s->count, sizeof *c.declares);
  c.ends = mem_alloc(s->count, sizeof *c.ends);
  for (uint32_t node = 0; node != NODE_NONE; node = next_node(&c, node))
    find_declared(&c, node);
  for (uint32_t node = 0; node != NODE_NONE; node = next_node(&c, node))
    find_constants(&c, node);
  while (c.work.size > 0)
    look_at(&c, c.work.data[--c.work.size]);
  keep_constructors(&c);
  map_free(&c.of_name);
  map_free(&c.of_class);
  map_free(&c.named);
  ARRAY_FREE(&c.declared);
  ARRAY_FREE(&c.work);
  free(c.local);
  free(c.declares);
  free(c.ends);
  return c.meant;
}
