/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Renames the symbols of a text: short names in order of appearance, so that
 * texts that differ only in names become identical.
 */
#ifndef REDUCE_RENAME_H
#define REDUCE_RENAME_H

#include <signal.h>

#include "reduce/log.h"
#include "reduce/oracle.h"
#include "reduce/symbols.h"
#include "reduce/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RD_NAME_SIZE = 32 };

/* The naming rules of a language. The functions receive `payload`. */
typedef struct rd_naming {
  /* Writes name number `index` for symbols of the kind, NUL-terminated. The
   * caller skips names already in use; two numbers of a kind never give the
   * same name. */
  void (*name)(char out[RD_NAME_SIZE], void *payload, rd_symbol_kind kind,
               uint32_t index);
  /* May a symbol have this name? A keyword is not allowed. */
  bool (*is_allowed)(void *payload, const char *name);
  /* Must the symbol keep its name, because the language gives it a meaning? */
  bool (*stays)(void *payload, rd_symbol_kind kind, const char *name);
  void *payload;
} rd_naming;

/* The oracle and how to use it. */
typedef struct rd_renaming_options {
  const rd_oracle *oracle;
  rd_log *log; /* as in rd_options */
  const volatile sig_atomic_t *stop;
} rd_renaming_options;

typedef struct rd_renaming {
  char *text; /* the last interesting text; rd_renaming_dispose */
  size_t size;
  uint32_t renamed; /* symbols whose name changed */
  uint32_t kept;    /* symbols that could have been renamed, but the property
                       needs their names */
  uint64_t tests;   /* as in rd_stats, and by verdict */
  uint64_t verdicts[RD_VERDICT_COUNT];
} rd_renaming;

/* Renames the symbols of the tree: all at once if the text stays interesting,
 * else as many as a search by halving finds. Each new name differs from every
 * other token of the text, so nothing is captured. Symbols are not renamed if
 * the language keeps them, if a use is not a separate token, or if their name
 * also appears in a place not known to belong to them. Preferably make the tree
 * without preparations. On RD_ERR_STOPPED and oracle failures, *out holds the
 * result so far. Cost: one test if no name matters, else O(k log n) for k names
 * that do. */
RD_API rd_status rd_rename(rd_renaming *out, const rd_tree *tree,
                           const rd_naming *naming,
                           const rd_renaming_options *options, rd_error *err);
RD_API void rd_renaming_dispose(rd_renaming *renaming);

#ifdef __cplusplus
}
#endif
#endif
