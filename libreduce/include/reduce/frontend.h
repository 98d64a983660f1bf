/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The front end interface. A front end is a loadable module `reduce-NAME.so` in
 * the library folder that exports rd_frontend_entry. It turns a text into a
 * tree (with symbols) and may check whether a text is valid. It runs in a child
 * process (the parse server of reduce/server.h), so it may crash, and it need
 * not release its memory when it does.
 *
 * A *lexicon* gives the program what it needs to know about a language itself,
 * such as token counts and layout: pure functions in a module that the program
 * also loads, so a lexicon must not need a parser. Front ends of related
 * languages share one; a front end without large dependencies can export its
 * own.
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

#define RD_FRONTEND_ABI 9

/* The arguments of rd_frontend.open. All pointers are lent for the call. */
typedef struct rd_frontend_options {
  uint32_t version;        /* RD_FRONTEND_ABI */
  const char *file_name;   /* name of the text, for its suffix; may be NULL */
  const char *language;    /* as for a compiler's -x option; NULL: by suffix */
  const char *directory;   /* base of relative names; may be NULL */
  const char *const *args; /* the compiler's arguments without the compiler and
                              the file; NULL-terminated or NULL */
  const char *target_macros; /* the compiler's own `-E -dM` output, or NULL */
  uint32_t relax;            /* initial number of the front end's relaxation
                                steps in force; check() may need more or fewer
                                than parse() */
} rd_frontend_options;

/* A language that a front end supports. */
typedef struct rd_language {
  const char *name;            /* as for a compiler's -x option: "c" */
  const char *const *suffixes; /* ".c", ...; NULL-terminated; may be NULL */
} rd_language;

/* The layout of a language's texts for human readers. */
typedef struct rd_layout {
  /* Does the text need a new layout, because nobody can have chosen its line
   * breaks? */
  bool (*is_poor)(const char *text, size_t size);
  /* The same tokens in their usual layout, free(); NULL if the layout cannot
   * preserve the tokens. */
  char *(*lay_out)(const char *text, size_t size, size_t *size_out);
} rd_layout;

/* What a program needs to know about a language besides its trees. */
typedef struct rd_lexicon {
  uint32_t abi;            /* RD_FRONTEND_ABI */
  const rd_lexer *lexer;   /* NULL: the plain one */
  const rd_layout *layout; /* NULL: none */
  const rd_naming *naming; /* NULL: nothing can be renamed */
} rd_lexicon;

/* What a front end's `uses` says: the parts of its lexicon, besides the lexer,
 * that fit its texts, and that its `check` understands RD_STRICT. */
enum {
  RD_USES_LAYOUT = 1u << 0,
  RD_USES_NAMING = 1u << 1,
  RD_USES_STANDARD = 1u << 2
};

/* A file beside the text, by its path. */
typedef struct rd_beside {
  const char *path, *text;
  size_t size;
} rd_beside;

/* A front end. Functions return RD_OK or fill in `err`. */
typedef struct rd_frontend {
  uint32_t abi;                 /* RD_FRONTEND_ABI */
  const char *name;             /* as in --frontend NAME */
  const char *description;      /* one line */
  const rd_language *languages; /* ends with a row without a name; NULL: any
                                   text, but only if the front end is requested
                                   by name */
  const char *lexicon;          /* NAME of the module that exports the lexicon
                                   of its languages; NULL: only the plain
                                   lexer */
  uint32_t uses;                /* RD_USES_... */
  const char *checker;  /* display name of what `check` runs; NULL: `name` */
  uint32_t relax_steps; /* number of relaxation steps it supports */
  const rd_rule *rules; /* its rewrites; ends with a row without a name; may be
                           NULL */
  rd_status (*open)(void **state_out, const rd_frontend_options *options,
                    rd_error *err);
  /* Adds the tree of the builder's text to the builder. */
  rd_status (*parse)(void *state, rd_builder *builder, rd_error *err);
  /* NULL if the front end cannot check. `relax`: a number of relaxation steps,
   * or, with RD_USES_STANDARD, RD_STRICT. RD_ERR_DIED: it recovered from a crash,
   * and sets out->is_partial. */
  rd_status (*check)(rd_diagnostics *out, void *state, const char *text,
                     size_t size, uint32_t relax, rd_error *err);
  void (*close)(void *state);
  /* Files that stand for those on disk in the next parse or check: lent until
   * it has returned. NULL: the front end reads no other files. */
  void (*beside)(void *state, const rd_beside *files, size_t count);
} rd_frontend;

/* The symbol that the module of a front end exports. */
typedef const rd_frontend *(*rd_frontend_entry_fn)(void);
#define RD_FRONTEND_ENTRY "rd_frontend_entry"
/* The symbol of a module with a lexicon, which may be the front end's
 * module. */
typedef const rd_lexicon *(*rd_lexicon_entry_fn)(void);
#define RD_LEXICON_ENTRY "rd_lexicon_entry"

#ifdef __cplusplus
}
#endif
#endif
