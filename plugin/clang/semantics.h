/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libclang's facts about a text, by token. */
#ifndef CLANG_SEMANTICS_H
#define CLANG_SEMANTICS_H

#include <clang-c/Index.h>
#include <stdbool.h>

#include "tokens/lexer.h"
#include "base/map.h"
#include "base/text.h"
#include "reduce/symbols.h"
#include "types.h"

#define FACT_NONE UINT32_MAX

/* An expression: its own type and the type it is converted to. */
typedef struct expression_fact {
  uint32_t own, converted; /* from types_add */
  bool settled;            /* `own` is not the type of a conversion */
} expression_fact;

typedef struct symbol_fact {
  const char *name;
  uint8_t kind;    /* rd_symbol_kind */
  uint8_t flags;   /* RD_SYMBOL_... */
  bool declared;   /* in this text */
  bool befriended; /* a function that a class declares first */
  uint32_t owner;  /* C++: the class that it is a member of, or FACT_NONE */
  CXCursor canonical;
} symbol_fact;

/* A variable or parameter, by the token that names it. */
typedef struct variable_fact {
  uint32_t token;
  uint32_t type;
} variable_fact;

/* C++: a further use of a symbol at a token, and a symbol that another needs to
 * be of use (rd_builder_guards). */
typedef struct use_fact {
  uint32_t token, symbol;
} use_fact;
typedef struct guard_fact {
  uint32_t symbol, guard;
} guard_fact;

/* C++: where a token stands. */
enum {
  MARK_TEMPLATE = 1, /* in a template, where names may depend on parameters */
  MARK_FRIEND = 2,   /* it names the class of a friend declaration */
  MARK_LOCAL = 4,    /* it names a function with a parameter of a class that a
                        function declares, as closures are */
};

/* What the preprocessor excludes; directives are never SKIPPED. */
enum {
  SKIPPED = 1,
  SKIPPED_BEFORE = 2, /* the text between it and the previous token is
                         skipped */
};

typedef struct semantics {
  CXTranslationUnit unit; /* or NULL */
  CXFile file;            /* the text, for libclang */
  const char *text;
  const token *tokens;
  size_t token_count;
  uint8_t *hints;    /* HINT_..., by token */
  uint8_t *skipped;  /* SKIPPED..., by token */
  uint32_t *names;   /* by token: the symbol that it names, or FACT_NONE */
  uint8_t *declares; /* by token: it declares the symbol */
  map ranges;        /* (first, last) token to expression */
  ARRAY(expression_fact) expressions;
  ARRAY(symbol_fact) symbols;
  map symbol_of; /* hash of the canonical cursor to symbol */
  ARRAY(variable_fact) variables;
  types types;
  strings pool;
  /* C++ */
  bool cxx, cxx98; /* cxx98: before C++11; set by the caller */
  uint8_t *marks;  /* MARK_..., by token */
  ARRAY(use_fact) uses;
  ARRAY(use_fact) wholes; /* of classes, which may have to be complete there */
  ARRAY(guard_fact) guards;
} semantics;

/* Collects the unit's facts about the tokens of `file`; if `unit` is NULL there
 * are none. All except `out` are borrowed. Cost: O(cursors). */
void semantics_collect(semantics *out, CXTranslationUnit unit, CXFile file,
                       const char *text, const token *tokens,
                       size_t token_count, bool cxx);
void semantics_free(semantics *f);
/* The facts about the expression, or NULL. */
const expression_fact *semantics_expression(const semantics *f,
                                            uint32_t first_token,
                                            uint32_t last_token);

#endif
