/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The names of a text: which leaves define something, and which use it.
 *
 * Queries in tree-sitter's language say what defines a name. Their captures:
 *
 *   @definition, @definition.KIND   the name, or a node with names in it; with
 *                                   @name in the same pattern, that is the name
 *   @local.definition...            the same
 *   @definition.member...           the same, of an object whose type is not
 *                                   known: one symbol for all of that name
 *   @definition.member.bare...      the same, named without its object too
 *   @definition.member.own...       likewise, but only in its scope itself
 *   @scope, @local.scope            names defined inside are not seen outside
 *   @scope.open                     the same, but a variable of a scope around it
 *                                   that is set inside stays that variable
 *   @bound                          its names may be defined here, or need no
 *                                   definition, so no use of them dangles
 *
 * KIND is function, method, macro, variable, var, constant, parameter, field,
 * type, class, interface, struct, enum, import, module or label. An import
 * defines the last component of its path.
 */
#ifndef GRAMMAR_NAMES_H
#define GRAMMAR_NAMES_H

#include "reduce/diagnostics.h"
#include "reduce/symbols.h"
#include "syntax.h"

typedef enum name_role {
  NAME_NONE,
  NAME_DEFINITION,
  NAME_USE,
} name_role;

typedef struct name {
  uint32_t symbol;     /* of the builder */
  uint8_t role;        /* name_role */
  uint8_t kind;        /* rd_symbol_kind, of a definition */
  bool is_body;        /* of a function that is defined here */
  bool is_member;      /* of an object whose type is not known */
  bool is_label;       /* that is used */
  bool is_dangling;    /* a name that no scope around it defines */
  bool has_to_be_used; /* the language wants it */
  bool follows_blank;  /* `_` is before it in a list */
  bool is_headed; /* a variable in front of a body, which stays without it */
} name;

/* Reads the language's queries. Cost: milliseconds, which no parse should pay. */
void names_queries(syntax *lang);
/* Adds the text's symbols to the builder and tells each node of the tree which
 * it names. Owner: the caller, free(). */
name *names_find(rd_builder *builder, const syntax *lang, const cst *tree);
/* Adds the names that dangle, where the language wants a definition of each. */
void names_check(rd_diagnostics *out, const syntax *lang, const cst *tree,
                 const char *text, size_t size);

#endif
