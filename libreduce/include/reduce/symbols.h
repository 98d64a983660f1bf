/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The symbols of a tree: which nodes declare an entity, which use it, and which
 * other symbols its declarations need. A front end adds them to its builder;
 * rd_builder_finish freezes them with the tree.
 */
#ifndef REDUCE_SYMBOLS_H
#define REDUCE_SYMBOLS_H

#include "reduce/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rd_symbol_kind {
  RD_SYMBOL_FUNCTION,
  RD_SYMBOL_VARIABLE,
  RD_SYMBOL_PARAMETER,
  RD_SYMBOL_FIELD,
  RD_SYMBOL_TAG, /* struct, class, union, enum */
  RD_SYMBOL_TYPEDEF,
  RD_SYMBOL_ENUMERATOR,
  RD_SYMBOL_LABEL,
  RD_SYMBOL_MACRO,
  RD_SYMBOL_CONCEPT,
  RD_SYMBOL_TEMPLATE_PARAMETER,
  RD_SYMBOL_NAMESPACE, /* each of its declarations is a part of it */
  RD_SYMBOL_RIDER,     /* a nameless declaration, or part of one, that serves
                          its guards and uses */
  RD_SYMBOL_NAME,      /* a name that may mean any symbol that it guards */
  RD_SYMBOL_KINDS,     /* number of kinds */
} rd_symbol_kind;

/* How a node uses a symbol. */
typedef enum rd_use_kind {
  RD_USE_NAME,   /* by name, as a separate token */
  RD_USE_STRING, /* inside a string: alias("f"), an asm label */
  RD_USE_PRAGMA, /* in a directive: #pragma weak f */
  RD_USE_PART,   /* as the part of a declaration that goes before this one */
} rd_use_kind;

enum {
  RD_SYMBOL_DEFINED = 1u << 0, /* has a definition in this text */
  RD_SYMBOL_LOCAL = 1u << 1,   /* block or function scope */
  RD_SYMBOL_STATIC = 1u << 2,  /* internal linkage or storage static */
  RD_SYMBOL_USED = 1u << 3,    /* has to be used where it is declared: it goes
                                  with its last use */
};

/* One entity. Ranges index the arrays below. */
typedef struct rd_symbol {
  uint32_t name; /* rd_tree_string; may be empty (an unnamed tag) */
  uint32_t kind; /* rd_symbol_kind */
  uint32_t flags;
  uint32_t decls, decl_count; /* rd_tree_decls: nodes to drop to remove it */
  uint32_t uses, use_count;   /* rd_tree_uses */
  uint32_t needs, need_count; /* rd_tree_needs: symbols, ascending, distinct */
  uint32_t names, name_count; /* rd_tree_names: leaves with its name in its
                                 declarations, ascending */
  uint32_t guards, guard_count; /* rd_tree_guards: symbols that all have to be
                                   needed for this one to be needed without a
                                   use, ascending, distinct */
} rd_symbol;

/* One use; never the name in a declaration. */
typedef struct rd_use {
  uint32_t node; /* the leaf */
  uint32_t kind; /* rd_use_kind */
} rd_use;

/* Adds a symbol; returns its number. */
RD_API uint32_t rd_builder_symbol(rd_builder *builder, rd_symbol_kind kind,
                                  const char *name, uint32_t flags);
/* `node` (a provisional id) declares the symbol: the smallest node whose
 * removal removes this declaration. */
RD_API void rd_builder_declares(rd_builder *builder, uint32_t symbol,
                                uint32_t node);
/* The leaf `node` (a provisional id) is the name in a declaration of the
 * symbol. */
RD_API void rd_builder_names(rd_builder *builder, uint32_t symbol,
                             uint32_t node);
/* The leaf `node` (a provisional id) uses the symbol. */
RD_API void rd_builder_uses(rd_builder *builder, uint32_t symbol, uint32_t node,
                            rd_use_kind kind);

/* When all its guards are needed, so is the symbol, even without a use: a member
 * whose class is needed and whose name is used where its type is unknown, a
 * specialisation whose template and arguments are needed. */
RD_API void rd_builder_guards(rd_builder *builder, uint32_t symbol,
                              uint32_t guard);

/* Symbols of these kinds (bits, 1u << rd_symbol_kind) may be used without a
 * declaration; default: none. */
RD_API void rd_builder_undeclared(rd_builder *builder, uint32_t kinds);
RD_API uint32_t rd_tree_undeclared(const rd_tree *tree);

/* Symbols are numbered [0, count). rd_builder_finish computes the needs: a
 * symbol needs every other symbol used inside one of its declaring nodes; a
 * class or rider does not need what its member functions do, nor a namespace what is in
 * it. Pointers are lent until rd_tree_free. */
RD_API uint32_t rd_tree_symbol_count(const rd_tree *tree);
RD_API const rd_symbol *rd_tree_symbol(const rd_tree *tree, uint32_t symbol);
RD_API const uint32_t *rd_tree_decls(const rd_tree *tree, uint32_t symbol);
RD_API const rd_use *rd_tree_uses(const rd_tree *tree, uint32_t symbol);
RD_API const uint32_t *rd_tree_needs(const rd_tree *tree, uint32_t symbol);
RD_API const uint32_t *rd_tree_names(const rd_tree *tree, uint32_t symbol);
RD_API const uint32_t *rd_tree_guards(const rd_tree *tree, uint32_t symbol);

#ifdef __cplusplus
}
#endif
#endif
