/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Declarations, for rules: what is said of a name, and how a type that is
 * spelled around a name (`int (*NAME)[2]`) is put in the place of one that is
 * not.
 */
#ifndef CLANG_DECLARED_H
#define CLANG_DECLARED_H

#include "../shapes.h"

/* A declaration of a name; nodes of the syntax. */
typedef struct declared {
  uint32_t leaf;   /* the name */
  uint32_t holder; /* its parent: `*` before it, arrays and parameters after */
  uint32_t outer;  /* the outermost holder: a declarator, or the owner */
  uint32_t owner;  /* holds the specifiers: declaration, field, parameter ... */
  uint32_t type;   /* type node of the owner, or NODE_NONE */
} declared;

/* False if the leaf is not a name in a declarator with an owner. */
bool declared_find(declared *out, const rewriter *r, uint32_t leaf);
/* Is it the only name that its owner declares, a tag aside? */
bool declared_is_only(const rewriter *r, const declared *d);

/* The declarator or parameter around a declaring leaf; the leaf itself if it
 * stands alone in a list of parameters; or NODE_NONE. */
uint32_t declared_declarator(const rewriter *r, uint32_t leaf);
/* The function, declaration, field, declaration of a `for` or parameter; or
 * NODE_NONE. */
uint32_t declared_owner(const rewriter *r, uint32_t leaf);
/* The symbol that a definition of a function declares, or FACT_NONE. */
uint32_t declared_function(const rewriter *r, uint32_t definition);
/* Is it the only declarator of its owner, whose type is not defined there? Then
 * the owner can go with it. */
bool declared_is_alone(const rewriter *r, uint32_t leaf);
/* The first declarator of an owner, or the owner if it is its own; then the
 * others. */
uint32_t declared_first(const rewriter *r, uint32_t owner);
uint32_t declared_next(const rewriter *r, uint32_t declarator);
/* Drops the declarator, or the owner if it is alone there. */
void declared_drop(rewriter *r, uint32_t leaf);
/* The specifiers of an owner as written and a blank; empty if there are none. */
const char *declared_specifiers(rewriter *r, uint32_t owner);
/* The type among the specifiers of an owner, or NODE_NONE. */
uint32_t declared_type_of(const rewriter *r, uint32_t owner);
/* The specifier with this word, or NODE_NONE. */
uint32_t declared_specifier(const rewriter *r, uint32_t owner, word w);
/* Does a tag's body stand in the node? */
bool declared_defines_tag(const rewriter *r, uint32_t node);
/* The body of a tag (KIND_TAG), or NODE_NONE. */
uint32_t declared_body(const rewriter *r, uint32_t tag);
/* The name of a tag, or NODE_NONE. */
uint32_t declared_tag_name(const rewriter *r, uint32_t tag);
/* Is it a declarator of the owner, or a list of them? */
bool declared_is_declarators(const rewriter *r, uint32_t node);

/* How a type is written around a name. */
typedef struct type_text {
  const char *specifiers;
  const char *prefix, *suffix; /* may be empty */
  uint32_t tokens;             /* of all three */
  bool binds;                  /* a suffix follows the name immediately */
} type_text;

/* The type that a declaration gives its name: specifiers without storage
 * classes, then what is around the name. Texts live as long as the rewriter.
 * False if it cannot be said elsewhere (initialiser aside). */
bool declared_text(type_text *out, rewriter *r, const declared *d);

/* May the type node be replaced by any type? Not where its owner is none of
 * those that declare, or is an old-style list. */
bool declared_can_put(const rewriter *r, uint32_t type);
/* Adds edits that put the text in the place of the type node, and what is
 * around the name around each declarator of its owner. */
void declared_put(rewriter *r, uint32_t type, const type_text *text);
/* Tokens that this adds. */
int64_t declared_put_growth(const rewriter *r, uint32_t type,
                            const type_text *text);
/* The `x.f` or `p->f` whose field the leaf names, or NODE_NONE. */
uint32_t declared_member(const rewriter *r, uint32_t leaf);
/* What the mention of a variable, parameter or field stands for: the name with
 * what qualifies it, or the `x.f` or `p->f` whose field it is; NODE_NONE if it is
 * neither. */
uint32_t declared_access(const rewriter *r, uint32_t leaf);

#endif
