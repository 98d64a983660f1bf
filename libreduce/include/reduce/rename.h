/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Renaming the symbols of a text: short names given in the order of appearance,
 * so that texts that differ in names alone become the same.
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

/* What a language knows of names. The functions get `payload`. */
typedef struct rd_naming {
  /* Writes name number `index` for symbols of the kind, NUL-terminated. Names
   * that are taken are passed over; no two numbers of a kind give the same. */
  void (*name)(char out[RD_NAME_SIZE], void *payload, rd_symbol_kind kind,
               uint32_t index);
  /* May a symbol be called so? A keyword may not. */
  bool (*is_allowed)(void *payload, const char *name);
  /* Has the symbol to keep its name, since the language knows it? */
  bool (*stays)(void *payload, rd_symbol_kind kind, const char *name);
  void *payload;
} rd_naming;

/* Who is asked. */
typedef struct rd_renaming_options {
  const rd_oracle *oracle;
  rd_log *log; /* as in rd_options */
  const volatile sig_atomic_t *stop;
} rd_renaming_options;

typedef struct rd_renaming {
  char *text; /* the last that was interesting; rd_renaming_dispose */
  size_t size;
  uint32_t renamed; /* symbols with another name than before */
  uint32_t kept;    /* symbols that could have been given one, but the property
                       needs theirs */
  uint64_t tests;   /* as in rd_stats, and by verdict */
  uint64_t verdicts[RD_VERDICT_COUNT];
} rd_renaming;

/* Renames the symbols of the tree: all at once if the text stays interesting
 * then, else as many as halving finds. Every name that is given differs from
 * every other token of the text, so nothing is captured. Not renamed are
 * symbols that the language keeps, symbols with a use that is not a token of
 * its own, and names that appear anywhere without being known to be the
 * symbol's. The tree is best made without
 * preparations. RD_ERR_STOPPED and failures of the oracle: *out holds what was
 * found so far. Cost: a test where no name matters, else O(k log n) for k
 * names that do. */
RD_API rd_status rd_rename(rd_renaming *out, const rd_tree *tree,
                           const rd_naming *naming,
                           const rd_renaming_options *options, rd_error *err);
RD_API void rd_renaming_dispose(rd_renaming *renaming);

#ifdef __cplusplus
}
#endif
#endif
