/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a front end is: a loadable module `reduce-NAME.so` in the library folder
 * that exports rd_frontend_entry. It turns a text into a tree (and symbols) and
 * may answer whether a text is valid. It runs in a child process (the parse
 * server of reduce/server.h), so it may crash, and need not free what it holds
 * when it does.
 */
#ifndef REDUCE_FRONTEND_H
#define REDUCE_FRONTEND_H

#include "reduce/diagnostics.h"
#include "reduce/rewrites.h"
#include "reduce/symbols.h"
#include "reduce/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RD_FRONTEND_ABI 5

/* What the front end is told when it is opened. All lent for the call. */
typedef struct rd_frontend_options {
  uint32_t version;        /* RD_FRONTEND_ABI */
  const char *file_name;   /* name of the text, for its suffix; may be NULL */
  const char *directory;   /* where relative names are looked up; may be NULL */
  const char *const *args; /* the compiler's arguments without the compiler and
                              the file; NULL-terminated or NULL */
  const char *target_macros; /* the compiler's own `-E -dM` output, or NULL */
  uint32_t relax;            /* how many of the front end's steps of relaxation
                              are in force from the start; check() may need more
                              or less than parse() */
} rd_frontend_options;

/* What a front end can do. Functions return RD_OK or fill `err`. */
typedef struct rd_frontend {
  uint32_t abi;                /* RD_FRONTEND_ABI */
  const char *name;            /* as in --frontend NAME */
  const char *description;     /* one line */
  const char *const *suffixes; /* ".c", ...; NULL-terminated; may be NULL */
  uint32_t relax_steps;        /* how many steps of relaxation it knows */
  const rd_lexer *lexer;       /* of its texts; NULL: the plain one */
  const rd_rule *rules;        /* what rewrites it knows, up to a row without a
                                  name; may be NULL */
  rd_status (*open)(void **state_out, const rd_frontend_options *options,
                    rd_error *err);
  /* Adds the tree of the builder's text to the builder. */
  rd_status (*parse)(void *state, rd_builder *builder, rd_error *err);
  /* NULL if it cannot tell. */
  rd_status (*check)(rd_diagnostics *out, void *state, const char *text,
                     size_t size, uint32_t relax, rd_error *err);
  void (*close)(void *state);
} rd_frontend;

/* The module's one exported symbol. */
typedef const rd_frontend *(*rd_frontend_entry_fn)(void);
#define RD_FRONTEND_ENTRY "rd_frontend_entry"

#ifdef __cplusplus
}
#endif
#endif
