/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds the tree from syntax and facts. */
#ifndef CLANG_BUILD_H
#define CLANG_BUILD_H

#include "clang.h"
#include "semantics.h"
#include "syntax.h"

#define ID_NONE UINT32_MAX

/* A directive, comment or run of skipped tokens: its first token, and the
 * builder's node. */
typedef struct trivium {
  uint32_t token, node;
} trivium;

/* State while a tree is built. */
typedef struct build {
  rd_builder *builder;
  const syntax *s;
  const semantics *f;
  uint32_t *node_ids;         /* builder's id by syntax node; or ID_NONE */
  uint32_t *token_ids;        /* builder's id by token */
  uint32_t *leaf_nodes;       /* syntax leaf by token; or NODE_NONE */
  ARRAY(uint32_t) directives; /* builder's id by directive number */
  ARRAY(trivium) trivia;      /* in document order */
  uint16_t kinds[KIND_COUNT];
  uint32_t token;          /* next token to add */
  uint32_t parens, inside; /* those that were looked at last, and what is in
                              them; or NODE_NONE */
  struct scopes *scopes;   /* variables that can be named */
  bool *constants;         /* C++: of constants_find */
  unsigned char *patterns; /* C++: of patterns_find */
  strings pool;
} build;

/* The `want` column of a role in roles.def. */
enum { WANT_ANY, WANT_OWN, WANT_SCALAR };
enum {
  FILL_NONE,
  FILL_VALUE,
  FILL_CONDITION,
  FILL_LVALUE,
  FILL_POINTER,
  FILL_INITIAL,
  FILL_TYPE,
  FILL_IMPLICIT_INT,
  FILL_PROTOTYPE,
  FILL_SIZE,
};
typedef struct role_row {
  const char *phrase;
  uint32_t accepts;
  uint8_t place, want, fill;
} role_row;

static inline const role_row *build_role(uint8_t role)
{
  static const role_row rows[] = {
#define ROLE(id, place, phrase, accepts, want, fill)                           \
  { phrase, accepts, place, WANT_##want, FILL_##fill },
#include "roles.def"
  };
  return &rows[role];
}

/* May the texts made of the tree leave `int` out? */
static inline bool build_permits_implicit_int(const build *b)
{
  return !b->s->cxx && rd_builder_permitted(b->builder) & HABIT_IMPLICIT_INT;
}

/* The first child of the kind, or NODE_NONE. */
static inline uint32_t build_find_child(const build *b, uint32_t node,
                                        syntax_kind kind)
{
  const syntax_node *nodes = b->s->nodes.data;
  uint32_t at = nodes[node].child;
  while (at != NODE_NONE && nodes[at].kind != kind)
    at = nodes[at].next;
  return at;
}

/* Is it the body of a constexpr function? */
bool build_is_constexpr(const build *b, uint32_t body);

/* Does the declaration declare members of a class? */
static inline bool build_is_member(const build *b, uint32_t node)
{
  const syntax_node *nodes = b->s->nodes.data;
  return b->s->cxx && nodes[node].parent != NODE_NONE &&
         nodes[nodes[node].parent].kind == KIND_FIELDS;
}

/* libclang's fact about the node as an expression, or NULL. */
static inline const expression_fact *build_fact(const build *b, uint32_t node)
{
  return semantics_expression(b->f, syntax_first_token(b->s, node),
                              syntax_last_token(b->s, node));
}

/* Adds the tree to the builder; `finish` runs after the last node. */
typedef void build_fn(build *b);
void build_tree(rd_builder *builder, const syntax *s, const semantics *f,
                build_fn *finish);

/* The typed phrases of a node, NULL-terminated: at most FILL_MOST. */
enum { FILL_MOST = 6 };
typedef struct fillers {
  const char *texts[FILL_MOST + 1];
} fillers;
void phrases_fill(fillers *out, build *b, uint32_t node, int fill);
/* Is it a member's function, defined outside of its class? */
bool build_is_redeclared(const build *b, uint32_t node);
/* Does the declaration around the tag declare anything else? */
bool build_declares_more(const build *b, uint32_t tag);
/* The token at which the scope of what the leaf declares ends. */
uint32_t scopes_end(const syntax *s, uint32_t leaf);
/* Collects the nameable variables, by scope. */
struct scopes *scopes_new(const syntax *s, const semantics *f,
                          const uint32_t *leaf_nodes);
void scopes_free(struct scopes *scopes);
/* Finds variables of the exact type that are in scope at token `at`: writes at
 * most `most` names, shortest first; returns their number. */
size_t scopes_find(const char **out, size_t most, const build *b,
                   uint32_t exact, uint32_t at);

/* Adds the symbols; all nodes must have been added. */
void symbols_add(build *b);
/* C++: makes symbols of the bodies of classes that can be left declared, and adds
 * their uses. The builder's symbol by fact, or ID_NONE. Owner: caller, free(). */
uint32_t *complete_add(build *b, const uint32_t *ids);
/* C++: adds uses of names that may mean several symbols, and what symbols need
 * in order to be of use. `ids`: the builder's symbol by fact, or ID_NONE. */
void dependent_add(build *b, const uint32_t *ids);
/* C++: adds what `using` takes from headers. */
void taken_add(build *b);

#endif
