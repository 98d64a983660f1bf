/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a front end is: a loadable module `reduce-NAME.so` in the library folder
 * that exports rd_frontend_entry. It turns a text into a tree (and symbols) and
 * may answer whether a text is valid. It runs in a child process (the parse
 * server of reduce/server.h), so it may crash, and need not free what it holds
 * when it does.
 *
 * What the program itself has to know of a language (how many tokens a text has,
 * how it is laid out) is a *lexicon*: pure functions in a module that the program
 * loads too, so it must not need a parser. Front ends of related languages share
 * one; a front end that needs nothing large can export its own.
 */
#ifndef REDUCE_FRONTEND_H
#define REDUCE_FRONTEND_H

#include "reduce/diagnostics.h"
#include "reduce/rename.h"
#include "reduce/rewrites.h"
#include "reduce/symbols.h"
#include "reduce/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RD_FRONTEND_ABI 6

/* What the front end is told when it is opened. All lent for the call. */
typedef struct rd_frontend_options {
  uint32_t version;        /* RD_FRONTEND_ABI */
  const char *file_name;   /* name of the text, for its suffix; may be NULL */
  const char *language;    /* as compilers' -x calls it; NULL: by the suffix */
  const char *directory;   /* where relative names are looked up; may be NULL */
  const char *const *args; /* the compiler's arguments without the compiler and
                              the file; NULL-terminated or NULL */
  const char *target_macros; /* the compiler's own `-E -dM` output, or NULL */
  uint32_t relax;            /* how many of the front end's steps of relaxation
                              are in force from the start; check() may need more
                              or less than parse() */
} rd_frontend_options;

/* A language that a front end reads. */
typedef struct rd_language {
  const char *name;            /* as compilers' -x calls it: "c" */
  const char *const *suffixes; /* ".c", ...; NULL-terminated; may be NULL */
} rd_language;

/* How texts of a language are laid out for a reader. */
typedef struct rd_layout {
  /* Does the text need it: can nobody have chosen its lines? */
  bool (*is_poor)(const char *text, size_t size);
  /* The same tokens in their usual layout, free(); NULL: they cannot be kept. */
  char *(*lay_out)(const char *text, size_t size, size_t *size_out);
} rd_layout;

/* What a program has to know of a language besides its trees. */
typedef struct rd_lexicon {
  uint32_t abi;            /* RD_FRONTEND_ABI */
  const rd_lexer *lexer;   /* NULL: the plain one */
  const rd_layout *layout; /* NULL: none */
  const rd_naming *naming; /* NULL: nothing can be renamed */
} rd_lexicon;

/* What of its lexicon fits the texts of a front end, beyond the lexer. */
enum { RD_USES_LAYOUT = 1u << 0, RD_USES_NAMING = 1u << 1 };

/* What a front end can do. Functions return RD_OK or fill `err`. */
typedef struct rd_frontend {
  uint32_t abi;                 /* RD_FRONTEND_ABI */
  const char *name;             /* as in --frontend NAME */
  const char *description;      /* one line */
  const rd_language *languages; /* up to a row without a name; NULL: any text,
                                   but only where it is asked for by its name */
  const char *lexicon;          /* NAME of the module that exports that of its
                                  languages; NULL: the plain lexer, no more */
  uint32_t uses;                /* RD_USES_... */
  const char *checker;  /* what `check` asks, for people; NULL: `name` */
  uint32_t relax_steps; /* how many steps of relaxation it knows */
  const rd_rule *rules; /* what rewrites it knows, up to a row without a
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

/* The symbol that the module of a front end exports. */
typedef const rd_frontend *(*rd_frontend_entry_fn)(void);
#define RD_FRONTEND_ENTRY "rd_frontend_entry"
/* The one of a module with a lexicon, which may be the same module. */
typedef const rd_lexicon *(*rd_lexicon_entry_fn)(void);
#define RD_LEXICON_ENTRY "rd_lexicon_entry"

#ifdef __cplusplus
}
#endif
#endif
